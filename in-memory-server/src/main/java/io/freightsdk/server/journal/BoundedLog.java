package io.freightsdk.server.journal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A log of the latest entries. When it is full, each new entry removes the oldest. Thread-safe. */
abstract class BoundedLog<E> {
  private final int capacity;

  /**
   * Protects the entries and the count. It is not a monitor: every call uses it, and on a busy
   * machine threads that spin for a monitor doubled the processor time of a call.
   */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition entryAdded = lock.newCondition();
  private final ArrayDeque<E> entries = new ArrayDeque<>();
  private long total;

  BoundedLog(int capacity) {
    this.capacity = capacity;
  }

  /** Adds the entry that the function creates for the next sequence number, from 1. */
  public void add(LongFunction<E> entry) {
    lock.lock();
    try {
      entries.addLast(entry.apply(++total));
      if (entries.size() > capacity) entries.removeFirst();
      entryAdded.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The last {@code limit} entries, oldest first. */
  List<E> latest(long limit) {
    lock.lock();
    try {
      // From the end, because waits read the last entry of a long log again and again.
      List<E> latest = new ArrayList<>();
      Iterator<E> backwards = entries.descendingIterator();
      while (latest.size() < limit && backwards.hasNext()) latest.add(backwards.next());
      Collections.reverse(latest);
      return List.copyOf(latest);
    } finally {
      lock.unlock();
    }
  }

  public long total() {
    lock.lock();
    try {
      return total;
    } finally {
      lock.unlock();
    }
  }

  public void clear() {
    lock.lock();
    try {
      entries.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the first entry that matches, if it exists or is added within {@code timeout}.
   *
   * @param entryName names an entry in messages
   * @param arrivals says what did arrive
   * @throws AssertionError if there is none
   */
  E await(
      Predicate<? super E> matcher, Duration timeout, String entryName, Supplier<String> arrivals) {
    try {
      E entry = await(matcher, timeout);
      if (entry != null) return entry;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a matching " + entryName, e);
    }
    throw new AssertionError(
        "no matching " + entryName + " within " + timeout.toMillis() + " ms; " + arrivals.get());
  }

  /** Tests each entry once, without the lock. */
  private @Nullable E await(Predicate<? super E> matcher, Duration timeout)
      throws InterruptedException {
    long remaining = timeout.toNanos();
    long tested = 0;
    while (true) {
      List<E> fresh;
      lock.lockInterruptibly();
      try {
        while (total == tested && remaining > 0) remaining = entryAdded.awaitNanos(remaining);
        fresh = latest(total - tested);
        tested = total;
      } finally {
        lock.unlock();
      }
      for (E entry : fresh) {
        if (matcher.test(entry)) return entry;
      }
      if (fresh.isEmpty() && remaining <= 0) return null;
    }
  }
}
