/** Where the service starts; a package for each thing that it does. */
@NullMarked
package io.freightsdk.examples.dispatch;

import org.jspecify.annotations.NullMarked;
