package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.call.Event.End;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call on the thread of its caller: a loop that sends and waits. An interrupt of the
 * thread ends it; the interrupt flag stays set.
 */
final class BlockingDriver {
  private static final End INTERRUPTED = new End("the calling thread was interrupted");

  private final Call<?> call;
  private final Thread thread = Thread.currentThread();

  /**
   * Whether the interrupt flag was set. It is cleared until the end, because database drivers fail
   * on it.
   */
  private boolean interrupted;

  BlockingDriver(Call<?> call) {
    this.call = call;
    call.onAbandon = () -> LockSupport.unpark(thread);
  }

  void run() {
    call.owner.set(thread);
    try {
      Step step = call.on(null);
      while (!(step instanceof Step.Done)) {
        try {
          step = step instanceof Step.Send send ? send(send) : await(step);
        } catch (Throwable fault) {
          step = call.on(new Event.Threw("the client", fault));
        }
      }
    } finally {
      if (interrupted) thread.interrupt();
    }
  }

  private Step send(Step.Send send) {
    Limiter.Ticket ticket = call.runner.transport.limiter.enter(() -> LockSupport.unpark(thread));
    try {
      boolean waits = !ticket.isAdmitted();
      if (waits) waitUntil(ticket::isAdmitted, call.left());
      End end = ended();
      if (end != null) return call.on(end.unsent(true));
      if (!ticket.isAdmitted()) return call.on(new Event.TimeUp());
      Step now = waits ? call.turn(send) : send;
      if (!(now instanceof Step.Send next)) return now;
      Exchange.Result came = call.send(next);
      // Books, logs and listeners do not need the place.
      ticket.leave();
      return call.sent(came, ended());
    } finally {
      ticket.leave();
    }
  }

  private Step await(Step step) {
    if (step instanceof Step.Pause pause) {
      waitUntil(() -> false, pause.delay());
      End end = ended();
      return call.on(end == null ? new Event.Waited() : end.unsent(false));
    }
    Step.Await await = (Step.Await) step;
    CompletableFuture<?> future = await.future();
    CompletableFuture<?> unused = future.whenComplete((value, e) -> LockSupport.unpark(thread));
    waitUntil(future::isDone, await.atMost());
    End end = ended();
    if (end == null) return call.awaited(future);
    future.cancel(false);
    return call.on(end.unsent(false));
  }

  /** Why the caller ended the call; null when it did not. */
  private @Nullable End ended() {
    if (Thread.interrupted()) interrupted = true;
    return interrupted ? INTERRUPTED : call.end();
  }

  /** Waits until the condition holds, the time has passed, or the caller ends the call. */
  private void waitUntil(BooleanSupplier condition, Duration atMost) {
    call.runner.timer.await(atMost, () -> condition.getAsBoolean() || ended() != null);
  }
}
