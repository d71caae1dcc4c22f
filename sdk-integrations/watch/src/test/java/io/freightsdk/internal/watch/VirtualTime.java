package io.freightsdk.internal.watch;

import io.freightsdk.internal.watch.Timer.Cancellable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock and a timer that stand still until a test moves them. One thread. */
public final class VirtualTime extends Clock implements Timer {
  private record Task(Instant at, Runnable run) {}

  private final List<Task> tasks = new ArrayList<>();
  private Instant now;

  public VirtualTime(Instant start) {
    this.now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public Cancellable after(Duration delay, Runnable run) {
    Task task = new Task(now.plus(delay), run);
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  @Override
  public long nanoTime() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  /**
   * Runs everything that falls due on the way, each at its own time. What runs may advance the time
   * itself, as if it took so long; then it may be later in the end.
   */
  public void advance(Duration by) {
    Instant end = now.plus(by);
    while (true) {
      Task next = tasks.stream().min(Comparator.comparing(Task::at)).orElse(null);
      if (next == null || next.at().isAfter(end)) {
        break;
      }
      tasks.remove(next);
      now = next.at().isAfter(now) ? next.at() : now;
      next.run().run();
    }
    now = end.isAfter(now) ? end : now;
  }

  int waiting() {
    return tasks.size();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("virtual time is UTC");
  }
}
