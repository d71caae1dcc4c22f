/**
 * All exceptions of calls: one sealed hierarchy under {@code FreightException}. Wrong options have
 * {@code InvalidOptionException}.
 *
 * <p>Nothing here sends, waits or decides; an exception states facts and the next step. The
 * constructors of those that a call throws are public for one reason: tests of an application throw
 * them from its mock of the client, with a {@code FailedCall}.
 */
@NullMarked
package io.freightsdk.error;

import org.jspecify.annotations.NullMarked;
