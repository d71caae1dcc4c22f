package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call on the thread of its caller: a loop that sends, waits and sleeps there. It ends on
 * an interrupt of the thread, whose flag stays set.
 */
final class BlockingDriver<T> implements CallDriver {
  private static final End INTERRUPTED = new End("the calling thread was interrupted");

  private final CallRunner runner;
  private final Call<T> call;
  private final Thread thread = Thread.currentThread();
  private volatile @Nullable End abandoned;
  private volatile @Nullable Exchange exchange;

  /** The flag of the thread was found set, and cleared: a database must not trip over it. */
  private boolean interrupted;

  BlockingDriver(CallRunner runner, Call<T> call) {
    this.runner = runner;
    this.call = call;
  }

  /** Runs the call to its end. */
  void run() {
    try {
      Step step = call.start();
      while (!(step instanceof Step.Done)) {
        try {
          step = carryOut(step);
        } catch (Throwable fault) {
          step = call.threw("the client", fault);
        }
      }
    } finally {
      if (interrupted) thread.interrupt();
    }
  }

  private Step carryOut(Step step) {
    if (step instanceof Step.Send send) return send(send);
    if (step instanceof Step.Pause pause) {
      waitUntil(() -> false, pause.delay());
      End end = ended();
      return end == null ? call.waited() : call.ended(end, true);
    }
    Step.Await await = (Step.Await) step;
    CompletableFuture<?> future = await.future();
    CompletableFuture<?> unused = future.whenComplete((value, e) -> LockSupport.unpark(thread));
    waitUntil(future::isDone, await.atMost());
    End end = ended();
    if (end == null) return call.awaited(future);
    future.cancel(false);
    return call.ended(end, true);
  }

  private Step send(Step.Send send) {
    Limiter.Ticket ticket = runner.transport.limiter().enter(() -> LockSupport.unpark(thread));
    try {
      if (!ticket.isAdmitted()) waitUntil(ticket::isAdmitted, call.left());
      End end = ended();
      if (end != null) return call.ended(end, true);
      if (!ticket.isAdmitted()) return call.timeUpInQueue();
      return exchange(send);
    } finally {
      ticket.leave();
    }
  }

  private Step exchange(Step.Send send) {
    exchange = send.exchange();
    // Published first, asked second: abandon() sees the exchange, or this sees that it was called.
    if (abandoned != null) send.exchange().abandon();
    call.sending();
    Exchange.Result result = send.exchange().execute(send.timeout());
    exchange = null;
    return CallDriver.after(call, result, ended());
  }

  @Override
  public void abandon(End end) {
    if (abandoned != null) return;
    abandoned = end;
    Exchange running = exchange;
    if (running != null) running.abandon();
    LockSupport.unpark(thread);
  }

  /** Why the caller ended the call; null when not. */
  private @Nullable End ended() {
    if (Thread.interrupted()) interrupted = true;
    return interrupted ? INTERRUPTED : abandoned;
  }

  /** Waits until the condition holds, the time has passed, or the caller ends the call. */
  private void waitUntil(BooleanSupplier condition, Duration atMost) {
    boolean[] timeUp = new boolean[1];
    Cancellable timer = runner.environment.timer().after(atMost, () -> passed(timeUp));
    try {
      while (!condition.getAsBoolean() && !isUp(timeUp) && ended() == null) LockSupport.park(this);
    } finally {
      timer.cancel();
    }
  }

  private void passed(boolean[] timeUp) {
    synchronized (timeUp) {
      timeUp[0] = true;
    }
    LockSupport.unpark(thread);
  }

  private static boolean isUp(boolean[] timeUp) {
    synchronized (timeUp) {
      return timeUp[0];
    }
  }
}
