package io.freightsdk.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is going to happen in a world, in order of time. The machine on which the
 * processes run may sleep: then only what is outside of it goes on.
 */
final class Timeline {
  /** Something that will happen, unless it is dropped. */
  static final class Due implements Comparable<Due> {
    private final long number;
    private final boolean outside;
    private long at;
    private Runnable task;

    private Due(long at, long number, boolean outside, Runnable task) {
      this.at = at;
      this.number = number;
      this.outside = outside;
      this.task = task;
    }

    /** False when it has happened, or was dropped before. */
    boolean drop() {
      boolean waits = task != null;
      task = null;
      return waits;
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private record Sleep(long fromNanos, long length) {}

  private final List<Sleep> sleeps = new ArrayList<>();
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private long now;
  private long numbers;

  /** When the machine wakes up, or has. */
  private long awakeAt;

  /** How long it has slept, with the whole of the sleep that it may be in. */
  private long slept;

  /** Nanoseconds since the world began. */
  long now() {
    return now;
  }

  /** The same by the clock that stands still while the machine sleeps. */
  long nanos() {
    return Math.max(now, awakeAt) - slept;
  }

  /** The time since the world began at which the machine's clock showed this; before a sleep. */
  long timeAt(long nanos) {
    long time = nanos;
    for (Sleep sleep : sleeps) if (sleep.fromNanos() < nanos) time += sleep.length();
    return time;
  }

  boolean isAsleep() {
    return now < awakeAt;
  }

  /** The machine falls asleep: all that happens in it comes so much later. */
  void sleep(long nanos) {
    List<Due> all = new ArrayList<>(queue);
    queue.clear();
    for (Due due : all) {
      if (!due.outside) due.at += nanos;
    }
    queue.addAll(all);
    sleeps.add(new Sleep(nanos(), nanos));
    awakeAt = now + nanos;
    slept += nanos;
  }

  /** In the machine, which may be asleep until then. */
  Due after(long nanos, Runnable task) {
    return add(Math.max(now, awakeAt) + Math.max(0, nanos), false, task);
  }

  /** Outside of the machine. */
  Due outsideAfter(long nanos, Runnable task) {
    return add(now + nanos, true, task);
  }

  /** So long after the beginning of the world, and as much later as the machine sleeps. */
  Due at(long time, Runnable task) {
    return add(time, false, task);
  }

  private Due add(long time, boolean outside, Runnable task) {
    Due due = new Due(time, numbers++, outside, task);
    queue.add(due);
    return due;
  }

  /** When the machine wakes up, or has. */
  long awakeAt() {
    return awakeAt;
  }

  /** The next thing that happens, whose time is now; null if nothing will. */
  @Nullable Runnable next() {
    while (true) {
      Due next = queue.poll();
      if (next == null) return null;
      Runnable task = next.task;
      if (task == null) continue;
      next.task = null;
      now = Math.max(now, next.at);
      return task;
    }
  }
}
