/** Proofs of delivery. */
@NullMarked
package io.freightsdk.examples.orderservice.delivery;

import org.jspecify.annotations.NullMarked;
