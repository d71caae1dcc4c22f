/**
 * Watches that outlive a process and spread over machines: each is a persistent task of
 * db-scheduler whose next run is what the fleet's rule says. Ledger and budget live in the same
 * database.
 */
@NullMarked
package io.freightsdk.examples.fleet;

import org.jspecify.annotations.NullMarked;
