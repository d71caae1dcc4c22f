package io.freightsdk.testing;

import io.freightsdk.internal.environment.Timer;
import java.time.Duration;

/** No time passes: what is to happen later never does. */
public final class NoTime implements Timer {
  @Override
  public Cancellable after(Duration delay, Runnable task) {
    return Cancellable.NOTHING;
  }

  @Override
  public void close() {}
}
