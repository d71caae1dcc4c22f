/** Live prices, and waits for a top-up of the balance. */
@NullMarked
package io.freightsdk.internal.money;

import org.jspecify.annotations.NullMarked;
