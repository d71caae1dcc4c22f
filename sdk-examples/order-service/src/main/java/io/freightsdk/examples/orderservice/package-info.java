/** Where the service starts, and what it answers when a call failed; a package for each feature. */
@NullMarked
package io.freightsdk.examples.orderservice;

import org.jspecify.annotations.NullMarked;
