/**
 * The state machine of a call: attempts, waits, deadline, cancellation, and the hooks for money.
 *
 * <p>Knows no HTTP library and no JSON; what it sends goes through {@code internal.transport}.
 */
@NullMarked
package io.freightsdk.internal.engine;

import org.jspecify.annotations.NullMarked;
