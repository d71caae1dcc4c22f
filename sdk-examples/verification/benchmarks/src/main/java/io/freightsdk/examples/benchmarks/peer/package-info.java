/**
 * The clients that are measured side by side, each used as its own documentation shows, and the
 * server and bodies they are measured with.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
