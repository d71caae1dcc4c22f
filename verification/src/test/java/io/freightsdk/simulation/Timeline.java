package io.freightsdk.simulation;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The future tasks of a world, in order of time. */
final class Timeline {
  /** A task that will run, unless it is cancelled. */
  static final class ScheduledTask implements Comparable<ScheduledTask> {
    private final long at;
    private final long number;
    private @Nullable Runnable task;

    private ScheduledTask(long at, long number, Runnable task) {
      this.at = at;
      this.number = number;
      this.task = task;
    }

    void cancel() {
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

  /** Nanoseconds since the start of the world. */
  long now() {
    return now;
  }

  ScheduledTask schedule(long nanos, Runnable task) {
    ScheduledTask due = new ScheduledTask(now + Math.max(0, nanos), numbers++, task);
    queue.add(due);
    return due;
  }

  /** Moves the time to the next task and returns it; null if there is none. */
  @Nullable Runnable advanceToNextTask() {
    while (true) {
      ScheduledTask next = queue.poll();
      if (next == null) return null;
      if (next.task == null) continue;
      now = next.at;
      return next.task;
    }
  }
}
