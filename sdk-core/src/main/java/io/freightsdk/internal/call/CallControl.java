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
 * How a call waits on its thread, and how others abort it at any moment. An interrupt of the thread
 * aborts the call too. Its flag is put aside until the call is over, because database drivers fail
 * on it when a spend guard asks them.
 *
 * <p>Tests: {@code HangingRequestsIT}, {@code CancellationTest}, {@code ClosedWhileItWaitsTest}.
 */
public final class CallControl implements AbortableWait {
  private final TimeSource time;

  /** Null before the call has begun. */
  private volatile @Nullable Thread thread;

  /** Why the call was aborted, as a part of a message; null while it was not. */
  private volatile @Nullable String abortReason;

  /** The request in flight; null for none. */
  private volatile @Nullable Exchange sending;

  /** Runs when the call is aborted; null for nothing. */
  private volatile @Nullable Runnable whenAborted;

  /** Whether the interrupt flag was put aside; used on this thread only. */
  private boolean interrupted;

  public CallControl(TimeSource time) {
    this.time = time;
  }

  // --- from any thread ---

  /** Aborts the call now, whatever it does. Idempotent: the first reason counts. */
  void abort(String why) {
    synchronized (this) {
      if (abortReason != null) return;
      abortReason = why;
    }
    Exchange exchange = sending;
    if (exchange != null) exchange.cancel();
    wake();
    Runnable then = whenAborted;
    if (then != null) then.run();
  }

  /** Runs this when the call is aborted, at once if it already is; perhaps twice. */
  void whenAborted(Runnable then) {
    whenAborted = then;
    if (isAborted()) then.run();
  }

  /** Makes the thread check the condition that it waits for. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Aborts the call, unless it has a request in flight. */
  void abortUnlessSending(String why) {
    if (sending == null) abort(why);
  }

  @Override
  public boolean isAborted() {
    return abortReason != null;
  }

  boolean isOneOf(Set<Thread> threads) {
    Thread runs = thread;
    return runs != null && threads.contains(runs);
  }

  // --- on the thread of the call ---

  /** The call runs here from now on. */
  public void enter() {
    thread = Thread.currentThread();
  }

  /** The call is over. */
  public void leave() {
    if (interrupted) Thread.currentThread().interrupt();
  }

  /** Why the call was aborted; null while it was not. Puts an earlier interrupt aside. */
  public @Nullable String abortReason() {
    putInterruptAside();
    return abortReason;
  }

  /** Aborts the call if its thread was interrupted, and clears the flag. */
  void putInterruptAside() {
    if (!Thread.interrupted()) return;
    interrupted = true;
    abort("the calling thread was interrupted");
  }

  @Override
  public void await(Duration atMost, BooleanSupplier condition) {
    time.await(atMost, () -> abortReason() != null || condition.getAsBoolean());
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
      // The service may have it.
      return new WireFailure(WireFailure.Kind.LOCAL_FAULT, false, fault, "the client itself");
    } finally {
      sending = null;
    }
  }
}
