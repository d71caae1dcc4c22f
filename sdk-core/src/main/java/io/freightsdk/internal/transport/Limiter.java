package io.freightsdk.internal.transport;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A fair semaphore for requests on the wire: so many at once, the others in the order of their
 * coming. Threads that block and calls that come back later wait in the same line.
 */
public final class Limiter {
  private static final System.Logger LOG = System.getLogger(Limiter.class.getName());

  private final int places;

  /** Guarded by this, like all below; never above the places. */
  private int taken;

  private final Queue<Ticket> line = new ArrayDeque<>();

  /** Whether a thread is letting the line in. */
  private boolean admitting;

  public Limiter(int places) {
    this.places = places;
  }

  /**
   * Takes a place, or gets in line.
   *
   * @param onAdmitted runs when a ticket that had to wait gets its place, on the thread that left
   *     it; must be quick. Should it throw, its place goes to the next in line
   */
  public Ticket enter(Runnable onAdmitted) {
    synchronized (this) {
      boolean free = taken < places && line.isEmpty();
      Ticket ticket = new Ticket(onAdmitted, free);
      if (free) {
        taken++;
      } else {
        line.add(ticket);
      }
      return ticket;
    }
  }

  /** How many have a place now. */
  public synchronized int taken() {
    return taken;
  }

  /** A place on the wire, or the wait for one. */
  public final class Ticket {
    private final Runnable onAdmitted;

    /** Written under the lock of the limiter. */
    private volatile boolean admitted;

    /** Guarded by the limiter. */
    private boolean returned;

    private Ticket(Runnable onAdmitted, boolean admitted) {
      this.onAdmitted = onAdmitted;
      this.admitted = admitted;
    }

    /** Whether it has a place. */
    public boolean isAdmitted() {
      return admitted;
    }

    /** Gives the place back, or leaves the line. Again, it does nothing. */
    public void leave() {
      synchronized (Limiter.this) {
        if (returned) return;
        returned = true;
        if (!admitted) {
          line.remove(this);
          return;
        }
        taken--;
        // One thread admits at a time: a ticket that leaves at once, as all do once the client is
        // closed, would otherwise admit the next on the same stack, thousands deep.
        if (admitting || line.isEmpty()) return;
        admitting = true;
      }
      Ticket next;
      while ((next = admitted()) != null) {
        try {
          next.onAdmitted.run();
        } catch (Throwable fault) {
          LOG.log(Level.WARNING, "a call could not take its place on the wire", fault);
          next.leave();
        }
      }
    }
  }

  private synchronized @Nullable Ticket admitted() {
    Ticket next = taken < places ? line.poll() : null;
    if (next == null) {
      admitting = false;
    } else {
      taken++;
      next.admitted = true;
    }
    return next;
  }
}
