/**
 * The exceptions of calls, in one sealed hierarchy under {@code FreightException}, and {@code
 * InvalidOptionException} for invalid options.
 *
 * <p>An exception states facts and the next step. The constructors are public so that a test of
 * your application can throw the exceptions from a mock of the client, with a {@code FailedCall}.
 */
@NullMarked
package io.freightsdk.error;

import org.jspecify.annotations.NullMarked;
