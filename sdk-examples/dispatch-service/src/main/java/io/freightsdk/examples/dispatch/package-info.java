/** A backend that books loads for orders: all that is not its own business is in the starter. */
@NullMarked
package io.freightsdk.examples.dispatch;

import org.jspecify.annotations.NullMarked;
