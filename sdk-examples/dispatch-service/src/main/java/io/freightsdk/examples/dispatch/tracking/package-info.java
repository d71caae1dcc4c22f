/** Where the trucks are, and what has happened on the road. */
@NullMarked
package io.freightsdk.examples.dispatch.tracking;

import org.jspecify.annotations.NullMarked;
