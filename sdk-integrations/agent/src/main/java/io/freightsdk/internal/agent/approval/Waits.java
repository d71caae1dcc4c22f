package io.freightsdk.internal.agent.approval;

import io.freightsdk.internal.environment.Time;
import io.freightsdk.internal.environment.Timer;
import java.util.function.LongSupplier;

/**
 * How calls wait, and by which clock.
 *
 * @param timer puts the thread to sleep
 * @param nanoTime a clock that only runs forward
 */
public record Waits(Timer timer, LongSupplier nanoTime) {
  public static final Waits MACHINE = new Waits(Timer.MACHINE, Time.MACHINE::nanos);
}
