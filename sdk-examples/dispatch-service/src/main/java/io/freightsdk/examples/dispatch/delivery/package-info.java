/** Proofs of delivery. */
@NullMarked
package io.freightsdk.examples.dispatch.delivery;

import org.jspecify.annotations.NullMarked;
