/**
 * One benchmark for each question: what a call costs, a program's first call, the server's start
 * and its load, a ledger that fills. JMH runs them. What a fleet gains is in {@code fleet}.
 */
@NullMarked
package io.freightsdk.examples.benchmarks;

import org.jspecify.annotations.NullMarked;
