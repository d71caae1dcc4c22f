/** Freight tools in Spring AI: the adapter to copy, and a conversation that runs. */
@NullMarked
package io.freightsdk.examples.springai;

import org.jspecify.annotations.NullMarked;
