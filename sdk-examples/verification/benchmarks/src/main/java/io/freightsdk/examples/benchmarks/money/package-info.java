/**
 * What spend control costs, however full the ledger is: paid calls, refusals and totals, in memory
 * and in databases.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.money;

import org.jspecify.annotations.NullMarked;
