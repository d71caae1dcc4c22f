/**
 * The promises of a ledger on each storage: its tables and scripts, a database that fails, does not
 * respond, is killed or restarts, and a file with concurrent processes. If the database does not
 * respond, a call ends at most 5 s after its deadline: {@code HangingDatabaseIT}.
 */
package io.freightsdk.storages;
