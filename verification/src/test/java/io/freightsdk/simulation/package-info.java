/**
 * Whole worlds from one seed: client processes that are killed, closed and started again, names
 * that hang, prices that move, a database that goes away or does not answer a commit, a network
 * that loses, delays, cuts and repeats; and judges who know only the service's ledger and what
 * callers were told. TigerBeetle's VOPR is the model. Test code: nothing of it is shipped.
 *
 * <p>The client is built by its own builder; only its {@code Environment} is the simulator's. The
 * service is the server's own service layer. Each call of a user has a thread; the one that has the
 * {@code CooperativeScheduler} runs. Where it waits, the next thing of the {@code Timeline} happens.
 *
 * <p>{@code mvn -pl verification -am test -Dtest=SimulationTest} runs the worlds of each build.
 * {@code -Dseeds=100000} runs fresh ones, some 100 calls each; {@code -Dseed=363 -Dseeds=1} runs
 * one.
 *
 * <p><b>A failure</b> prints its seed, the broken promise and the shortest story of it ({@code
 * Shrinker}). Read it from its last lines backwards: the line with {@code VIOLATION} says which
 * call was told what, and what the service did; "meets" names the fault that struck an attempt,
 * "told" what the caller heard of the charge. Fix the client, and write an ordinary test of it.
 * Seeds are not kept: one says something else after the next change of the simulator.
 *
 * <p><b>To add a fault</b> name it in {@code Fault} and make it in {@code Network} or {@code
 * SimulatedDatabase}. <b>To add a judge</b> add a rule to {@code Violation} and a method to {@code
 * WorldInvariants}. Where a promise has an edge, the judge says so and why.
 */
package io.freightsdk.simulation;
