package io.freightsdk.testing;

import io.freightsdk.internal.client.Environment;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.HttpTransport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A world whose waits take no time: a wait moves the clock and ends. With {@link #holdTime} waits
 * stay open until {@link #advance} passes them.
 */
public final class VirtualWorld extends Clock implements TimeSource {
  public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  private static final class Waiting {
    final Thread thread = Thread.currentThread();
    final long dueNanos;
    volatile boolean isOver;

    Waiting(long dueNanos) {
      this.dueNanos = dueNanos;
    }
  }

  private final List<Waiting> open = new ArrayList<>();
  private long nanos;
  private boolean held;

  /** The environment of its clients. Jitter has its maximum. */
  public Environment environment() {
    return new Environment(
        this, null, new World.MaxJitter(), () -> UUID.randomUUID().toString(), HttpTransport::new);
  }

  /** From now on waits end only by {@link #advance}. */
  public synchronized VirtualWorld holdTime() {
    held = true;
    return this;
  }

  /** Moves the clock and ends the waits that are due. */
  public void advance(Duration by) {
    List<Waiting> due = new ArrayList<>();
    synchronized (this) {
      nanos += by.toNanos();
      for (Waiting waiting : open) {
        if (waiting.dueNanos <= nanos) {
          due.add(waiting);
        }
      }
      open.removeAll(due);
    }
    for (Waiting waiting : due) {
      waiting.isOver = true;
      LockSupport.unpark(waiting.thread);
    }
  }

  @Override
  public void await(Duration atMost, BooleanSupplier over) {
    Waiting waiting;
    synchronized (this) {
      if (!held) {
        nanos += atMost.toNanos();
        return;
      }
      waiting = new Waiting(nanos + atMost.toNanos());
      open.add(waiting);
    }
    try {
      while (!over.getAsBoolean() && !waiting.isOver) LockSupport.park(this);
    } finally {
      forget(waiting);
    }
  }

  private synchronized void forget(Waiting waiting) {
    open.remove(waiting);
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return instant();
  }

  @Override
  public synchronized Instant instant() {
    return START.plusNanos(nanos);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
