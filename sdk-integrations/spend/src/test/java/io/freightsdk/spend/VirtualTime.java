package io.freightsdk.spend;

import io.freightsdk.internal.environment.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

/** Time that passes only when a test says so, and what is due by then. */
public final class VirtualTime extends Clock implements Timer {
  private Instant now;

  /** By when it is due; guarded by this. */
  private final TreeMap<Due, Runnable> due = new TreeMap<>();

  private long number;

  /** Whether nothing can wait, as on a machine without memory for a thread. */
  boolean isOutOfThreads;

  /** Of those that are due at the same time, the one that asked first is the first. */
  private record Due(Instant at, long number) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int order = at.compareTo(other.at);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  public VirtualTime(Instant start) {
    this.now = start;
  }

  public VirtualTime() {
    this(Instant.parse("2026-11-20T09:00:00Z"));
  }

  /** Lets time pass, and runs what is due meanwhile. */
  public void advance(Duration time) {
    set(instant().plus(time));
  }

  public void set(Instant then) {
    while (true) {
      Runnable next;
      synchronized (this) {
        Map.Entry<Due, Runnable> first = due.firstEntry();
        if (first == null || first.getKey().at.isAfter(then)) {
          now = then;
          return;
        }
        if (first.getKey().at.isAfter(now)) now = first.getKey().at;
        next = due.pollFirstEntry().getValue();
      }
      next.run();
    }
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  public synchronized long nanos() {
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public synchronized Cancellable after(Duration delay, Runnable task) {
    if (isOutOfThreads) throw new OutOfMemoryError("no thread for a timer");
    Due at = new Due(now.plus(delay), number++);
    due.put(at, task);
    return () -> {
      synchronized (VirtualTime.this) {
        due.remove(at, task);
      }
    };
  }

  /** How many tasks wait. */
  public synchronized int waiting() {
    return due.size();
  }

  @Override
  public void close() {}

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
