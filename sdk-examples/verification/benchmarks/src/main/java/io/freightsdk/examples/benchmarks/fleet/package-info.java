/**
 * What a poll plan costs and how late it notices changes, and what a budget for a fleet gains:
 * simulated loads on the reference server in virtual time, read over a socket.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
