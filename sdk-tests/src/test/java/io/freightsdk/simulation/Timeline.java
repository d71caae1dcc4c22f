package io.freightsdk.simulation;

import java.util.PriorityQueue;

/** Everything that is going to happen in a world, in order of time. One thread. */
final class Timeline {
  /** Something that will happen, unless it is dropped. */
  static final class Due implements Comparable<Due> {
    private final long at;
    private final long number;
    private Runnable task;

    private Due(long at, long number, Runnable task) {
      this.at = at;
      this.number = number;
      this.task = task;
    }

    void drop() {
      task = null;
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long now;
  private long numbers;

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  Due after(long nanos, Runnable task) {
    return at(now + Math.max(0, nanos), task);
  }

  Due at(long time, Runnable task) {
    Due due = new Due(time, numbers++, task);
    queue.add(due);
    return due;
  }

  /** Lets the next thing happen; false when there is none until then. */
  boolean step(long until) {
    while (true) {
      Due next = queue.peek();
      if (next == null || next.at > until) return false;
      queue.poll();
      Runnable task = next.task;
      if (task == null) continue;
      now = Math.max(now, next.at);
      try {
        task.run();
      } catch (SimulatedProcess.Killed meanwhile) {
        // A thread of a killed process ends where it is.
      }
      return true;
    }
  }

  void runUntil(long until) {
    while (step(until)) {
      // The next thing.
    }
    now = Math.max(now, until);
  }
}
