/**
 * An outbox for load creations: the wish is stored with the order, in one transaction; sending it
 * can be repeated after any crash. {@link Outbox} is the part to copy.
 */
@NullMarked
package io.freightsdk.examples.outbox;

import org.jspecify.annotations.NullMarked;
