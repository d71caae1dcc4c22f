/**
 * Clocks, waits and threads, which a client takes from outside. If a test replaces them, one thread
 * runs at a time, by one clock. No other package of the client reads a clock of the machine or
 * starts a thread; forbidden-apis fails a build where one does. Agents, jobs and ledgers take the
 * machine's clocks from here, too. If they need a thread or a clock of their own, the configuration
 * of forbidden-apis names the class.
 */
@NullMarked
package io.freightsdk.internal.environment;

import org.jspecify.annotations.NullMarked;
