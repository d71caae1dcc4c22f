package io.freightsdk.server.time;

import java.time.Instant;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Work waiting for its time, earliest first, equal times in the order they were added. */
public final class TaskQueue {
  private final PriorityQueue<Task> queue = new PriorityQueue<>();
  private long nextSequence;

  /** Time of the earliest task, so that a look without a lock tells that nothing is due. */
  private volatile Instant earliest = Instant.MAX;

  boolean isDueBy(Instant now) {
    return !earliest.isAfter(now);
  }

  synchronized void add(Instant due, TimedWork work) {
    queue.add(new Task(due, nextSequence++, work));
    refreshEarliest();
  }

  synchronized @Nullable Task pollDueBy(Instant now) {
    Task head = queue.peek();
    if (head == null || head.due().isAfter(now)) return null;
    queue.remove();
    refreshEarliest();
    return head;
  }

  synchronized void clear() {
    queue.clear();
    refreshEarliest();
  }

  private void refreshEarliest() {
    Task head = queue.peek();
    earliest = head == null ? Instant.MAX : head.due();
  }

  record Task(Instant due, long sequence, TimedWork work) implements Comparable<Task> {
    void run() {
      work.runAt(due);
    }

    /** By hand: comparators made of functions are nine classes that every start would make. */
    @Override
    public int compareTo(Task other) {
      int byTime = due.compareTo(other.due);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  /** Something that happens at a moment of virtual time. */
  @FunctionalInterface
  public interface TimedWork {
    /**
     * Does it; {@code due} is the moment it was planned for, which a late caller may have passed.
     */
    void runAt(Instant due);
  }
}
