package io.freightsdk.internal.transport;

import io.freightsdk.internal.concurrent.Wait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/**
 * Limits how many requests are in flight at once. Calls that find no place free wait for one in the
 * order in which they came. Not a {@code Semaphore}, because only an interrupt ends its wait: here
 * a cancel and {@code close()} do too, and a test controls the clock. Safe for concurrent use.
 */
public final class RequestSlots {
  private final int slots;

  /** Guarded by this, like the queue; at most {@code slots}. */
  private int taken;

  /** The places of calls that wait, in their order; a place leaves the queue when it is theirs. */
  private final Deque<CompletableFuture<Void>> queue = new ArrayDeque<>();

  public RequestSlots(int slots) {
    this.slots = slots;
  }

  /**
   * Takes a place for this call, which has to {@link #giveBack give it back}.
   *
   * @return false if none was free in time, or if the call was ended while it waited
   */
  public boolean take(Duration atMost, Wait call) {
    CompletableFuture<Void> place;
    synchronized (this) {
      if (taken < slots) {
        taken++;
        return true;
      }
      place = new CompletableFuture<>();
      queue.add(place);
    }
    boolean isTheirs = call.await(atMost, place);
    if (isTheirs) return true;
    synchronized (this) {
      // It may have become theirs meanwhile.
      return !queue.removeIf(waiting -> waiting == place);
    }
  }

  /** Gives the place to the first call in the queue. */
  public void giveBack() {
    CompletableFuture<Void> next;
    synchronized (this) {
      next = queue.poll();
      if (next == null) {
        taken--;
        return;
      }
    }
    next.complete(null);
  }

  /** How many are taken now. */
  public synchronized int taken() {
    return taken;
  }

  /** How many calls wait now. */
  public synchronized int waiting() {
    return queue.size();
  }
}
