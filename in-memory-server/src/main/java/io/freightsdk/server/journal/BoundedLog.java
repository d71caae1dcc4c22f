package io.freightsdk.server.journal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest entries of a stream; once the bound is reached, each new entry evicts the oldest. Safe
 * for use by several threads.
 */
final class BoundedLog<T> {
  private final int capacity;
  private final ArrayDeque<T> entries = new ArrayDeque<>();
  private long total;

  BoundedLog(int capacity) {
    this.capacity = capacity;
  }

  /** Adds the entry made for the next sequence number, counted from 1. */
  synchronized T add(LongFunction<T> entry) {
    T made = entry.apply(++total);
    entries.addLast(made);
    if (entries.size() > capacity) entries.removeFirst();
    notifyAll();
    return made;
  }

  synchronized List<T> last(int limit) {
    List<T> all = new ArrayList<>(entries);
    return List.copyOf(all.subList(Math.max(0, all.size() - Math.max(0, limit)), all.size()));
  }

  List<T> all() {
    return last(Integer.MAX_VALUE);
  }

  synchronized long total() {
    return total;
  }

  synchronized void clear() {
    entries.clear();
  }

  synchronized void replaceWith(List<T> others) {
    entries.clear();
    entries.addAll(others);
  }

  /**
   * The first matching entry, already kept or added within {@code timeout}.
   *
   * @param what names an entry in messages
   * @param seen says what did arrive
   * @throws AssertionError when there is none
   */
  T await(Predicate<T> matcher, Duration timeout, String what, Supplier<String> seen) {
    try {
      T entry = await(matcher, timeout);
      if (entry != null) return entry;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a matching " + what, e);
    }
    throw new AssertionError(
        "no matching " + what + " within " + timeout.toMillis() + " ms; " + seen.get());
  }

  private synchronized @Nullable T await(Predicate<T> matcher, Duration timeout)
      throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      for (T entry : entries) {
        if (matcher.test(entry)) return entry;
      }
      long remaining = end - System.nanoTime();
      if (remaining <= 0) return null;
      TimeUnit.NANOSECONDS.timedWait(this, remaining);
    }
  }
}
