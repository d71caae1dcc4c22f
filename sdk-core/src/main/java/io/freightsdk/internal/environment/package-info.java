/**
 * What a client takes from outside: clocks, threads, waits and the network. A test that gives its
 * own lets one thread run at a time, by one clock. No other package of the client reads a clock of
 * the machine or starts a thread; forbidden-apis fails a build where one does. Agents, jobs and
 * ledgers take the machine's clocks from here too; where they need a thread or a clock of their
 * own, the configuration of forbidden-apis names the class.
 */
@NullMarked
package io.freightsdk.internal.environment;

import org.jspecify.annotations.NullMarked;
