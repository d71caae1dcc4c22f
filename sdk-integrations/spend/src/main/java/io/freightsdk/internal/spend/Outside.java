package io.freightsdk.internal.spend;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.DaemonTimer;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Timer;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What a ledger takes from outside, so that tests can replace it.
 *
 * @param threads may wait for a storage; none keeps the JVM alive
 * @param timer for what is late, and what is booked again
 * @param nanos a clock that only runs forward
 */
public record Outside(Executor threads, Timer timer, LongSupplier nanos) {

  /** Threads of its own, which start with the first question and end when idle. */
  public static Outside system() {
    Executor threads = DaemonThreads.pool("freight-spend");
    return new Outside(
        threads, new DaemonTimer("freight-spend-timer", threads), MachineTime.SYSTEM::nanos);
  }
}
