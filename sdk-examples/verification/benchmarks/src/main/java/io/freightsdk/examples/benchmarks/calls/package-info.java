/**
 * What one call costs, and many at once, over loopback against one fast server. Every client runs
 * in a JVM of its own; they take turns, so that a busy moment of the machine hits them alike.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
