/**
 * What a call costs, beside OkHttp with the same parser ({@code CallBenchmark}, which JMH runs),
 * and what a ledger adds to a paid one ({@code LedgerBenchmark}).
 */
@NullMarked
package io.freightsdk.benchmark;

import org.jspecify.annotations.NullMarked;
