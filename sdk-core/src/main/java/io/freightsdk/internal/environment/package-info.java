/**
 * What a client takes from outside: clocks, threads, waits and the network. A test that gives its
 * own lets one thread run at a time, by one clock. No other package reads a clock of the machine or
 * starts a thread; forbidden-apis fails a build where one does. So agents, jobs and ledgers take
 * the machine's clocks, waits and threads from here too.
 */
@NullMarked
package io.freightsdk.internal.environment;

import org.jspecify.annotations.NullMarked;
