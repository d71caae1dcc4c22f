/**
 * A deterministic simulation of clients, the service, the network and the database. Each world
 * follows from one seed. Processes are killed, closed and restarted, DNS hangs, prices change, the
 * database becomes unavailable or loses the response to a commit, and the network loses, delays,
 * cuts and duplicates messages. The invariants use only the service's ledger and the results that
 * callers got. TigerBeetle's VOPR is the model. Nothing of this package is shipped.
 *
 * <p>The client is built by its own builder, with an {@code Environment} of the simulation. The
 * service is the server's own service layer. Each call of a user has a thread, and the {@code
 * CooperativeScheduler} runs one thread at a time. While all threads wait, the next task of the
 * {@code Timeline} runs.
 *
 * <p>{@code mvn -pl verification -am test -Dtest=SimulationTest} runs the worlds of each build.
 * {@code -Dseeds=100000} runs new ones with about 100 calls each. {@code -Dseed=363 -Dseeds=1} runs
 * one world.
 *
 * <p><b>A failure</b> prints its seed, the broken rule, and the log of the shortest plan that
 * breaks it ({@code Shrinker}). Read the log backwards from the line with {@code VIOLATION}. That
 * line has the call, its result and the action of the service. "meets" names the fault of an
 * attempt. "reported" is the charge that the caller got. Fix the client, and write an ordinary test
 * for it. Do not keep seeds: after the next change of the simulation they stand for other worlds.
 *
 * <p><b>To add a fault</b>, add it to {@code Fault} and implement it in {@code Network} or {@code
 * SimulatedDatabase}. <b>To add an invariant</b>, add a rule to {@code Violation} and a method to
 * {@code WorldInvariants}. If a promise has an exception, the invariant says which and why.
 */
package io.freightsdk.simulation;
