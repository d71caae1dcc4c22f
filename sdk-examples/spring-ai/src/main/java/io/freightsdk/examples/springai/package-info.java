/** Freight tools in Spring AI, in a conversation that runs without a key. */
@NullMarked
package io.freightsdk.examples.springai;

import org.jspecify.annotations.NullMarked;
