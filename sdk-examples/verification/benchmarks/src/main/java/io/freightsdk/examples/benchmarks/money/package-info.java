/**
 * What spend control costs, however much the books hold: paid calls, refusals and totals, in memory
 * and in databases.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.money;

import org.jspecify.annotations.NullMarked;
