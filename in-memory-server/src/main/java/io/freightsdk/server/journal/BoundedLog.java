package io.freightsdk.server.journal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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

  /**
   * Guards the entries and the count. No monitor: every call comes here, and on a busy machine
   * threads that spin for one doubled the processor time of a call.
   */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition added = lock.newCondition();
  private final ArrayDeque<T> entries = new ArrayDeque<>();
  private long total;

  BoundedLog(int capacity) {
    this.capacity = capacity;
  }

  /** Adds the entry made for the next sequence number, counted from 1. */
  T add(LongFunction<T> entry) {
    lock.lock();
    try {
      T made = entry.apply(++total);
      entries.addLast(made);
      if (entries.size() > capacity) entries.removeFirst();
      added.signalAll();
      return made;
    } finally {
      lock.unlock();
    }
  }

  List<T> last(int limit) {
    lock.lock();
    try {
      List<T> all = new ArrayList<>(entries);
      return List.copyOf(all.subList(Math.max(0, all.size() - Math.max(0, limit)), all.size()));
    } finally {
      lock.unlock();
    }
  }

  List<T> all() {
    return last(Integer.MAX_VALUE);
  }

  int size() {
    lock.lock();
    try {
      return entries.size();
    } finally {
      lock.unlock();
    }
  }

  long total() {
    lock.lock();
    try {
      return total;
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      entries.clear();
    } finally {
      lock.unlock();
    }
  }

  void replaceWith(List<T> others) {
    replaceWith(others, -1);
  }

  /** The same, with as many entries ever added; -1 to go on counting. */
  void replaceWith(List<T> others, long ever) {
    lock.lock();
    try {
      entries.clear();
      entries.addAll(others);
      if (ever >= 0) total = ever;
    } finally {
      lock.unlock();
    }
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

  private @Nullable T await(Predicate<T> matcher, Duration timeout) throws InterruptedException {
    long remaining = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (true) {
        for (T entry : entries) {
          if (matcher.test(entry)) return entry;
        }
        if (remaining <= 0) return null;
        remaining = added.awaitNanos(remaining);
      }
    } finally {
      lock.unlock();
    }
  }
}
