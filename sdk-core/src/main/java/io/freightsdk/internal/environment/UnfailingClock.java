package io.freightsdk.internal.environment;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The clock of the application, and that of the machine while the application's throws: a result
 * that was paid for is not lost because the time is not known.
 */
final class UnfailingClock extends Clock {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.calls");

  private final Clock clock;
  private final MachineTime machine;
  private final AtomicBoolean warned = new AtomicBoolean();

  UnfailingClock(Clock clock, MachineTime machine) {
    this.clock = clock;
    this.machine = machine;
  }

  @Override
  public Instant instant() {
    try {
      return clock.instant();
    } catch (Throwable thrown) {
      Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "the clock of the application failed; that of the machine is used", thrown);
      return machine.now();
    }
  }

  @Override
  public ZoneId getZone() {
    return clock.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return new UnfailingClock(clock.withZone(zone), machine);
  }
}
