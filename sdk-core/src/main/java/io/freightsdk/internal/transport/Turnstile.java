package io.freightsdk.internal.transport;

import java.util.ArrayDeque;
import java.util.Queue;

/** Lets so many requests onto the wire at once; the others wait in line and start in its order. */
final class Turnstile {
  private final int places;

  /** Guarded by this, like the line; never above the places. */
  private int taken;

  private final Queue<Runnable> line = new ArrayDeque<>();

  Turnstile(int places) {
    this.places = places;
  }

  /** Starts a request now, or when those before it have left. */
  void enter(Runnable request) {
    synchronized (this) {
      if (taken == places) {
        line.add(request);
        return;
      }
      taken++;
    }
    request.run();
  }

  /** One request has ended: the first in line takes its place. */
  void leave() {
    Runnable next;
    synchronized (this) {
      next = line.poll();
      if (next == null) {
        taken--;
        return;
      }
    }
    next.run();
  }

  /** How many requests have started and not ended. */
  synchronized int inside() {
    return taken;
  }

  synchronized boolean hasLine() {
    return !line.isEmpty();
  }
}
