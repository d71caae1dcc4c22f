/** The processor time of a fleet on one budget. */
@NullMarked
package io.freightsdk.examples.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
