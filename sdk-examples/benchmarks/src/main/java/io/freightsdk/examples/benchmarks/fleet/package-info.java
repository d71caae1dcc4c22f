/** What a fleet on one budget takes of a machine. */
@NullMarked
package io.freightsdk.examples.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
