/**
 * Benchmarks of the client, its limits and the in-memory server. {@code Benchmarks} prints the
 * tables of {@code docs/benchmarks.md}.
 */
@NullMarked
package io.freightsdk.benchmark;

import org.jspecify.annotations.NullMarked;
