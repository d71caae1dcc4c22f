/**
 * Measures the client next to OkHttp, limits with their ledgers, and the in-memory server next to
 * WireMock: {@code Benchmarks} prints the tables of {@code docs/benchmarks.md}.
 */
@NullMarked
package io.freightsdk.benchmark;

import org.jspecify.annotations.NullMarked;
