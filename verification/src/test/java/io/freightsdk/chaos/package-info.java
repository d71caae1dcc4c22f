/**
 * The judges of the simulator over real sockets and processes: eight JVMs with clients, of which
 * some are killed and started again, a ledger in a database that is stopped hard, the server as a
 * program, and proxies that refuse, reset, cut, slow and lose ({@code ServiceProxy} before the
 * service, {@code DatabaseProxy} before the database). Each process writes what a caller was told to
 * a file that outlives it. Loopback only.
 *
 * <p>{@code mvn -pl verification -am verify -Dtest=none -Dit.test=PromisesOverSocketsIT} runs it as
 * each build does, with two processes and H2. {@code .ci/run chaos} runs eight on PostgreSQL and
 * MariaDB with fresh seeds, as each night does.
 *
 * <p>{@code -Dfreight.chaos.seed=7} draws the same faults again, which is not the same run. So a
 * failure tells all that it saw of the calls and keys that the violation names, and leaves the
 * whole story in {@code target/chaos}. Rebuild it in the simulator or in an ordinary test.
 */
package io.freightsdk.chaos;
