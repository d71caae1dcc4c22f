/** Live prices, and the wait for a top-up of the balance. */
@NullMarked
package io.freightsdk.internal.money;

import org.jspecify.annotations.NullMarked;
