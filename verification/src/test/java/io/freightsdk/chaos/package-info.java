/**
 * A test that checks the rules of the simulation over real sockets and processes. Eight JVMs with
 * clients share a ledger in a database, and call the standalone server. Some JVMs are killed and
 * restarted, and the database is stopped hard. {@code ServiceProxy} and {@code DatabaseProxy}
 * inject faults in front of the server and the database. Each JVM writes the results of its callers
 * to a file, which survives the JVM. Everything runs on loopback.
 *
 * <p>{@code mvn -pl verification -am verify -Dtest=none -Dit.test=PromisesOverSocketsIT} runs it as
 * each build does, with two processes and H2. {@code .ci/run chaos} runs eight on PostgreSQL and
 * MariaDB with new seeds, as each night does.
 *
 * <p>{@code -Dfreight.chaos.seed=7} repeats the same random faults, but not the same run. So a
 * failure prints the log lines of the calls and keys in the violation, and writes the complete log
 * to {@code target/chaos}. Reproduce the failure in the simulation or in an ordinary test.
 */
package io.freightsdk.chaos;
