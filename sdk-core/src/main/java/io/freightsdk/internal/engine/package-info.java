/**
 * The state machine of a call: attempts, waits, deadline, cancellation, and the hooks for money.
 *
 * <p>Sends through {@code internal.transport}, reads through {@code internal.json}; knows no
 * operation by name and never blocks.
 */
@NullMarked
package io.freightsdk.internal.engine;

import org.jspecify.annotations.NullMarked;
