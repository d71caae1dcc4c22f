package io.freightsdk.internal.call;

import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits on the thread of a call, and lets other threads abort it at any moment. An interrupt of the
 * thread aborts the call, too. The interrupt flag is held back until the call has ended, because
 * the database driver of a spend guard would fail on it.
 *
 * <p>Tests: {@code HangingRequestsIT}, {@code CancellationTest}, {@code ClosingWaitingCallsTest}.
 */
public final class CallControl implements AbortableWait {
  private final TimeSource time;

  /** Null before the call has started. */
  private volatile @Nullable Thread thread;

  /** The reason of the abort, as a part of a message; null without an abort. */
  private volatile @Nullable String abortReason;

  /** The request in flight; null for none. */
  private volatile @Nullable Exchange sending;

  /** Runs when the call is aborted; null for no action. */
  private volatile @Nullable Runnable abortAction;

  /** Whether an interrupt flag is held back; used on this thread only. */
  private boolean wasInterrupted;

  public CallControl(TimeSource time) {
    this.time = time;
  }

  // --- from any thread ---

  /** Aborts the call immediately. Idempotent: the first reason counts. */
  void abort(String why) {
    synchronized (this) {
      if (abortReason != null) return;
      abortReason = why;
    }
    Exchange exchange = sending;
    if (exchange != null) exchange.cancel();
    LockSupport.unpark(thread);
    Runnable then = abortAction;
    if (then != null) then.run();
  }

  /** Runs this when the call is aborted, immediately if it already is; perhaps twice. */
  void onAbort(Runnable then) {
    abortAction = then;
    if (isAborted()) then.run();
  }

  /** Aborts the call, unless it has a request in flight. */
  void abortUnlessSending(String why) {
    if (sending == null) abort(why);
  }

  @Override
  public boolean isAborted() {
    return abortReason != null;
  }

  boolean runsOnOneOf(Set<Thread> threads) {
    Thread runs = thread;
    return runs != null && threads.contains(runs);
  }

  // --- on the thread of the call ---

  /** The call starts on this thread. */
  public void enter() {
    thread = Thread.currentThread();
  }

  /** Sets the interrupt flag again if {@link #abortIfInterrupted} has cleared it. */
  public void restoreInterrupt() {
    if (wasInterrupted) Thread.currentThread().interrupt();
  }

  /**
   * Aborts the call if its thread was interrupted, and returns the reason of the abort; null
   * without an abort.
   */
  public @Nullable String checkAbort() {
    abortIfInterrupted();
    return abortReason;
  }

  /** Aborts the call if its thread was interrupted, and clears the flag. */
  void abortIfInterrupted() {
    if (!Thread.interrupted()) return;
    wasInterrupted = true;
    abort("the calling thread was interrupted");
  }

  @Override
  public void await(Duration atMost, BooleanSupplier condition) {
    time.await(atMost, () -> checkAbort() != null || condition.getAsBoolean());
  }

  /** Sends the request and waits for its result, which comes soon if the call is aborted. */
  Exchange.Result send(Exchange request, Duration timeout) {
    // Published before {@code abortReason} is read: either abort() sees the request, or this sees
    // the reason.
    sending = request;
    try {
      if (abortReason != null) request.cancel();
      return request.execute(timeout);
    } catch (Throwable fault) {
      // The service may have received it.
      return WireFailure.localFault(false, fault, "the client itself");
    } finally {
      sending = null;
    }
  }
}
