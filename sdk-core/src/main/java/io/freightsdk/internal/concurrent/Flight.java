package io.freightsdk.internal.concurrent;

import io.freightsdk.internal.concurrent.SingleFlight.Waiter;
import java.lang.System.Logger.Level;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The running work of one key, and everyone who waits for it. Waiters are completed, and work is
 * cancelled, without holding its lock.
 */
final class Flight<V> {
  private static final System.Logger LOG = System.getLogger(Flight.class.getName());

  private final Consumer<Flight<V>> onOver;

  // All below is guarded by this.
  private final Set<Waiter<V>> waiters = new LinkedHashSet<>();
  private @Nullable Waiter<V> leader;
  private @Nullable CompletableFuture<V> work;
  private boolean ending;
  private boolean over;

  /**
   * @param onOver called when nobody can join any more
   */
  Flight(Consumer<Flight<V>> onOver) {
    this.onOver = onOver;
  }

  /** Takes in another waiter; null when it is over. */
  @Nullable Waiter<V> admit(
      Supplier<? extends CompletableFuture<V>> work, Predicate<? super Throwable> own) {
    Waiter<V> waiter = new Waiter<>(this, work, own);
    synchronized (this) {
      boolean admitted = !over && waiters.add(waiter);
      return admitted ? waiter : null;
    }
  }

  /** The longest waiting waiter, whose work runs next; null when nobody is left. */
  @Nullable Waiter<V> nextLeader() {
    synchronized (this) {
      work = null;
      ending = false;
      leader = over || waiters.isEmpty() ? null : waiters.iterator().next();
      if (leader != null) {
        leader.led = true;
        return leader;
      }
      over = true;
    }
    onOver.accept(this);
    return null;
  }

  /** The leader's work has begun; false when nobody waits for it any more. */
  synchronized boolean started(CompletableFuture<V> begun) {
    work = begun;
    return !waiters.isEmpty();
  }

  /** Removes a waiter that is completed now; false when it has left already. */
  synchronized boolean dismiss(Waiter<V> waiter) {
    return waiters.remove(waiter);
  }

  /** Ends the flight and returns the waiters that are left, once. */
  List<Waiter<V>> end() {
    List<Waiter<V>> told;
    synchronized (this) {
      over = true;
      told = List.copyOf(waiters);
      waiters.clear();
    }
    onOver.accept(this);
    return told;
  }

  synchronized boolean endIfAlone(Waiter<V> waiter) {
    boolean alone = leader == waiter && waiters.size() == 1 && waiters.contains(waiter);
    if (!alone || hasEnded()) return false;
    ending = true;
    return true;
  }

  /** Whether the work is being ended early, so that its failure concerns nobody else. */
  synchronized boolean isEnding() {
    return ending;
  }

  /**
   * False when the waiter was completed or has left before. The last one to leave cancels the work;
   * no other work begins before that has ended.
   *
   * @param unlessBeingTold stays if the result of this waiter's own work is being delivered
   */
  boolean leave(Waiter<V> waiter, boolean unlessBeingTold) {
    CompletableFuture<V> abandoned;
    synchronized (this) {
      boolean beingTold = leader == waiter && hasEnded();
      if ((beingTold && unlessBeingTold) || !waiters.remove(waiter)) {
        return false;
      }
      if (!waiters.isEmpty()) {
        return true;
      }
      ending = true;
      abandoned = work;
    }
    if (abandoned != null) {
      cancel(abandoned);
    }
    return true;
  }

  static void cancel(CompletableFuture<?> abandoned) {
    try {
      abandoned.cancel(true);
    } catch (Throwable thrown) {
      LOG.log(Level.WARNING, "a shared call that nobody waits for could not be cancelled", thrown);
    }
  }

  private boolean hasEnded() {
    return work != null && work.isDone();
  }
}
