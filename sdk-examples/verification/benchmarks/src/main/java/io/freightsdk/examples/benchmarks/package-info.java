/**
 * One benchmark for each question: what a call costs, a program's first call, the server's start
 * and its load, a ledger that fills. JMH runs them.
 */
@NullMarked
package io.freightsdk.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
