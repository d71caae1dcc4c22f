/** Freight tools in the Messages API, and a conversation that runs without a key. */
@NullMarked
package io.freightsdk.examples.anthropic;

import org.jspecify.annotations.NullMarked;
