package io.freightsdk.testing;

import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.HttpTransport;
import io.freightsdk.internal.transport.SimulatedTransport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Environments of clients on this machine. */
public final class Environments {
  private Environments() {}

  /** The machine itself. */
  public static Environment machine() {
    return of(TimeSource.MACHINE);
  }

  /** The machine with other clocks and waits. */
  public static Environment of(TimeSource time) {
    return new Environment(
        time,
        null,
        RandomGenerator.getDefault(),
        () -> UUID.randomUUID().toString(),
        HttpTransport::new);
  }

  /** The same with this time of day. */
  public static Environment with(Clock timeOfDay, Environment usual) {
    return with(timeOfDay, usual.time()::nanos, usual);
  }

  /** The same with this time of day and this monotonic clock. */
  public static Environment with(Clock timeOfDay, LongSupplier nanos, Environment usual) {
    return new Environment(
        time(timeOfDay, nanos, usual.time()),
        usual.threads(),
        usual.random(),
        usual.idempotencyKeys(),
        usual.transports());
  }

  /** The same with another network. */
  public static Environment with(SimulatedNetwork network, Environment usual) {
    return new Environment(
        usual.time(),
        usual.threads(),
        usual.random(),
        usual.idempotencyKeys(),
        SimulatedTransport.over(network));
  }

  /** This time of day and this monotonic clock, and the waits of the machine. */
  public static TimeSource time(Clock timeOfDay, LongSupplier nanos) {
    return time(timeOfDay, nanos, TimeSource.MACHINE);
  }

  private static TimeSource time(Clock timeOfDay, LongSupplier nanos, TimeSource usual) {
    return new TimeSource() {
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
        return usual.machineNanos();
      }

      @Override
      public void await(Duration atMost, BooleanSupplier condition) {
        usual.await(atMost, condition);
      }

      @Override
      public void awaitOthers(Duration atMost, BooleanSupplier condition) {
        usual.awaitOthers(atMost, condition);
      }
    };
  }
}
