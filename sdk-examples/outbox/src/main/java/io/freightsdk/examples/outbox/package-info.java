/**
 * An outbox for load creations: a creation is stored with the order in one transaction, and sending
 * it can be repeated after any crash. Copy {@link Outbox} into your project.
 */
@NullMarked
package io.freightsdk.examples.outbox;

import org.jspecify.annotations.NullMarked;
