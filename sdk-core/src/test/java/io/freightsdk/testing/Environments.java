package io.freightsdk.testing;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.SimulatedNetwork;
import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.environment.Timer;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Environments over this machine, for tests whose subject is a part of a client. */
public final class Environments {
  private Environments() {}

  /** The machine itself. */
  public static Environment machine() {
    return of(Time.MACHINE, Timer.MACHINE);
  }

  /** The machine, but for its clocks and its timer. */
  public static Environment of(Time time, Timer timer) {
    return new Environment(
        time, timer, null, RandomGenerator.getDefault(), () -> UUID.randomUUID().toString(), null);
  }

  /** The same with other clocks. */
  public static Environment with(Time time, Environment usual) {
    return new Environment(
        time,
        usual.timer(),
        usual.threads(),
        usual.random(),
        usual.idempotencyKeys(),
        usual.network());
  }

  /** The same with this time of day. */
  public static Environment with(Clock timeOfDay, Environment usual) {
    return with(time(timeOfDay, usual.time()::nanos, usual.time()::machineNanos), usual);
  }

  /** The same with another network. */
  public static Environment with(SimulatedNetwork network, Environment usual) {
    return new Environment(
        usual.time(),
        usual.timer(),
        usual.threads(),
        usual.random(),
        usual.idempotencyKeys(),
        network);
  }

  /** This time of day, this monotonic clock, and that of the machine. */
  public static Time time(Clock timeOfDay, LongSupplier nanos) {
    return time(timeOfDay, nanos, Time.MACHINE::nanos);
  }

  /** This time of day and these monotonic clocks. */
  public static Time time(Clock timeOfDay, LongSupplier nanos, LongSupplier machineNanos) {
    return new Time() {
      @Override
      public Instant now() {
        return timeOfDay.instant();
      }

      @Override
      public long nanos() {
        return nanos.getAsLong();
      }

      @Override
      public long machineNanos() {
        return machineNanos.getAsLong();
      }
    };
  }
}
