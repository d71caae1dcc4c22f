package io.freightsdk.internal.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Lets so many requests onto the wire at once; the others wait in line and start in its order. */
final class Turnstile {
  private final int places;

  /** Guarded by this, like all below; never above the places. */
  private int taken;

  private final Queue<Runnable> line = new ArrayDeque<>();

  /** Whether a thread is letting the line in. */
  private boolean open;

  Turnstile(int places) {
    this.places = places;
  }

  /** Starts a request now, or when those before it have left. */
  void enter(Runnable request) {
    synchronized (this) {
      if (taken == places || !line.isEmpty()) {
        line.add(request);
        return;
      }
      taken++;
    }
    request.run();
  }

  /**
   * One request has ended: the first in line takes its place. A request that ends while it is being
   * started, as all do once the client is closed, leaves the next to the thread that started it;
   * one within the other, thousands would overflow its stack.
   */
  void leave() {
    synchronized (this) {
      taken--;
      if (open) return;
      open = true;
    }
    Runnable next;
    while ((next = admitted()) != null) next.run();
  }

  private synchronized @Nullable Runnable admitted() {
    Runnable next = taken < places ? line.poll() : null;
    if (next == null) {
      open = false;
    } else {
      taken++;
    }
    return next;
  }

  /** How many requests have started and not ended. */
  synchronized int inside() {
    return taken;
  }

  synchronized boolean hasLine() {
    return !line.isEmpty();
  }
}
