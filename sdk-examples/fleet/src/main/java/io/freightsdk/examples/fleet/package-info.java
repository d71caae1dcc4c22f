/**
 * Watches that outlive a process and spread over machines: each is a persistent task of
 * db-scheduler whose next run is what the poll plan says. The ledger lives in the same database.
 */
@NullMarked
package io.freightsdk.examples.fleet;

import org.jspecify.annotations.NullMarked;
