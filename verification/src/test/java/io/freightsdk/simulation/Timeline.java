package io.freightsdk.simulation;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Everything that is going to happen in a world, in order of time. */
final class Timeline {
  /** Something that will happen, unless it is dropped. */
  static final class ScheduledTask implements Comparable<ScheduledTask> {
    private final long at;
    private final long number;
    private @Nullable Runnable task;

    private ScheduledTask(long at, long number, Runnable task) {
      this.at = at;
      this.number = number;
      this.task = task;
    }

    void drop() {
      task = null;
    }

    @Override
    public int compareTo(ScheduledTask other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<ScheduledTask> queue = new PriorityQueue<>();
  private long now;
  private long numbers;

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  ScheduledTask after(long nanos, Runnable task) {
    ScheduledTask due = new ScheduledTask(now + Math.max(0, nanos), numbers++, task);
    queue.add(due);
    return due;
  }

  /** The next thing that happens, whose time is now; null if nothing will. */
  @Nullable Runnable next() {
    while (true) {
      ScheduledTask next = queue.poll();
      if (next == null) return null;
      if (next.task == null) continue;
      now = next.at;
      return next.task;
    }
  }
}
