/**
 * An agent that makes threads of the SDK pause, so that a test that guesses what another thread has
 * done is red on demand and not only on a busy machine. {@code .ci/pausing} runs tests under it.
 */
@NullMarked
package io.freightsdk.testsupport.pausing;

import org.jspecify.annotations.NullMarked;
