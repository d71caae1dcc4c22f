/**
 * The SDK and its reference server compared with what people would use instead. One suite a
 * package; {@code report} turns what they measured into {@code docs/benchmarks.md}.
 */
@NullMarked
package io.freightsdk.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
