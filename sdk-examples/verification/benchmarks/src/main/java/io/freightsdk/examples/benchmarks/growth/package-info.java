/** How cost grows with the number of loads, fixes, brokers, callers and watches. */
@NullMarked
package io.freightsdk.examples.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
