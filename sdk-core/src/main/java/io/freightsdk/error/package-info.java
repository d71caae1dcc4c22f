/**
 * All exceptions of calls: one sealed hierarchy under {@code FreightException}. Wrong options have
 * {@code InvalidOptionException}.
 *
 * <p>Nothing here sends, waits or decides; an exception states facts and the next step. The
 * constructors of the exceptions of calls are public for one reason: a test of an application
 * throws them from its mock of the client, with a {@code FailedCall}.
 */
@NullMarked
package io.freightsdk.error;

import org.jspecify.annotations.NullMarked;
