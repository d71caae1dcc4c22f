package io.freightsdk.testing;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Timer;
import java.time.Clock;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Environments over this machine, for tests whose subject is a part of a client. */
public final class Environments {
  /** Threads of no client in particular. */
  public static final Threads THREADS = DaemonThreads.pool("test");

  private Environments() {}

  /** The machine itself. */
  public static Environment machine() {
    return of(MachineTime.UTC, MachineTime.SYSTEM::nanos, Timer.MACHINE);
  }

  /** The machine, but for its clocks and its timer. */
  public static Environment of(Clock clock, LongSupplier nanoTime, Timer timer) {
    return new Environment(
        clock,
        nanoTime,
        MachineTime.SYSTEM,
        timer,
        null,
        RandomGenerator.getDefault(),
        () -> UUID.randomUUID().toString(),
        null);
  }
}
