/**
 * The rules of the simulation, checked over real sockets and processes: eight JVMs with clients, of
 * which some are killed and restarted, a ledger in a database that is stopped hard, the standalone
 * server, and two proxies with faults ({@code ServiceProxy} in front of the service, {@code
 * DatabaseProxy} in front of the database). Each process writes the results of its callers to a
 * file, which survives the process. Everything runs on loopback.
 *
 * <p>{@code mvn -pl verification -am verify -Dtest=none -Dit.test=PromisesOverSocketsIT} runs it as
 * each build does, with two processes and H2. {@code .ci/run chaos} runs eight on PostgreSQL and
 * MariaDB with new seeds, as each night does.
 *
 * <p>{@code -Dfreight.chaos.seed=7} repeats the same random faults, but not the same run. So a
 * failure prints all log lines of the calls and keys that the violation names, and writes the
 * complete log to {@code target/chaos}. Reproduce it in the simulation or in an ordinary test.
 */
package io.freightsdk.chaos;
