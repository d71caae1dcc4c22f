package io.freightsdk.internal.transport;

import io.freightsdk.internal.concurrent.AbortableWait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/**
 * Limits the number of requests in flight. Calls that find no free slot wait in the order in which
 * they came. Not a {@code Semaphore}, because only an interrupt ends its wait: here a cancel and
 * {@code close()} do, too, and a test controls the clock. Safe for concurrent use.
 */
public final class RequestSlots {
  private final int slots;

  /** Guarded by this, like the queue; at most {@code slots}. */
  private int inUse;

  /** One future for each call that waits, in their order; completed when the call has a slot. */
  private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();

  public RequestSlots(int slots) {
    this.slots = slots;
  }

  /**
   * Acquires a slot for this call, which has to {@link #release} it.
   *
   * @return false if none was free in time, or if the call was aborted while it waited
   */
  public boolean acquire(Duration atMost, AbortableWait call) {
    CompletableFuture<Void> slot;
    synchronized (this) {
      if (inUse < slots) {
        inUse++;
        return true;
      }
      slot = new CompletableFuture<>();
      waiting.add(slot);
    }
    boolean isAcquired = call.await(atMost, slot);
    if (isAcquired) return true;
    synchronized (this) {
      // The call may have got its slot meanwhile.
      return !waiting.removeIf(waiter -> waiter == slot);
    }
  }

  /** Gives the slot to the first call in the queue, or makes it free. */
  public void release() {
    CompletableFuture<Void> next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        inUse--;
        return;
      }
    }
    next.complete(null);
  }

  /** The number of slots in use. */
  public synchronized int inUse() {
    return inUse;
  }

  /** The number of calls that wait for a slot. */
  public synchronized int waiting() {
    return waiting.size();
  }
}
