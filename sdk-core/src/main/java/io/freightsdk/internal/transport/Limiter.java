package io.freightsdk.internal.transport;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A fair semaphore for requests in flight: a fixed number at once, the others wait in the order of
 * arrival. Blocked threads and asynchronous calls wait in the same queue.
 */
public final class Limiter {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.http");

  private final int places;

  /** Guarded by this, like all below; never above the places. */
  private int taken;

  private final Deque<Ticket> line = new ArrayDeque<>();

  /** Whether a thread is admitting waiting tickets. */
  private boolean admitting;

  private boolean closed;

  public Limiter(int places) {
    this.places = places;
  }

  /**
   * Takes a permit, or waits in the queue.
   *
   * @param onAdmitted runs when a ticket that had to wait is admitted, on the thread that gave its
   *     permit back; must be quick. If it throws, the next ticket is admitted
   */
  public synchronized Ticket enter(Runnable onAdmitted) {
    boolean free = taken < places && line.isEmpty() && !closed;
    Ticket ticket = new Ticket(onAdmitted, free);
    if (free) {
      taken++;
    } else {
      line.add(ticket);
    }
    return ticket;
  }

  /** Admits nobody any more: who waits does so until he leaves. */
  public synchronized void close() {
    closed = true;
  }

  /** How many tickets are admitted now. */
  public synchronized int taken() {
    return taken;
  }

  /** How many tickets wait in the queue now. */
  public synchronized int waiting() {
    return line.size();
  }

  /** A permit to send one request, or the wait for it. */
  public final class Ticket {
    private final Runnable onAdmitted;

    /** Written under the lock of the limiter. */
    private volatile boolean admitted;

    /** Guarded by the limiter. */
    private boolean left;

    private Ticket(Runnable onAdmitted, boolean admitted) {
      this.onAdmitted = onAdmitted;
      this.admitted = admitted;
    }

    /** Whether it may send. */
    public boolean isAdmitted() {
      return admitted;
    }

    /** Gives the permit back, or leaves the queue. A second call does nothing. */
    public void leave() {
      synchronized (Limiter.this) {
        if (left) return;
        left = true;
        if (!admitted) {
          boolean unused = line.remove(this);
          return;
        }
        taken--;
        // One thread admits at a time: a ticket that leaves at once, as those of cancelled calls
        // do, would otherwise admit the next on the same stack, thousands deep.
        if (admitting || line.isEmpty()) return;
        admitting = true;
      }
      Ticket next;
      while ((next = admitted()) != null) {
        try {
          next.onAdmitted.run();
        } catch (Throwable fault) {
          LOG.log(
              Level.WARNING, "a call failed when it was admitted; the next one is admitted", fault);
          next.leave();
        }
      }
    }
  }

  private synchronized @Nullable Ticket admitted() {
    Ticket next = null;
    if (taken < places && !closed) next = line.poll();
    if (next == null) {
      admitting = false;
    } else {
      taken++;
      next.admitted = true;
    }
    return next;
  }
}
