/**
 * The clocks, waits and threads of a client, which a test can replace. Then one thread runs at a
 * time, by one clock. No other package of the client reads a clock of the machine or starts a
 * thread; forbidden-apis fails a build where one does. Agents, jobs and ledgers take the machine's
 * clocks from here, too. If they need a thread or a clock of their own, the configuration of
 * forbidden-apis names the class.
 */
@NullMarked
package io.freightsdk.internal.environment;

import org.jspecify.annotations.NullMarked;
