package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.Event.End;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.concurrent.OwnedFuture;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call on threads of the client, and holds none of them while the call waits. At every
 * moment the call has exactly one owner: the thread that runs it, or its current wait. Whatever
 * ends the wait first (its event, its time limit or a cancellation) continues the call; the others
 * have no effect.
 */
final class AsyncDriver<T, R> implements RunningCall<R> {
  private final CallRunner runner;
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final Future future = new Future();

  /** Called when the call is ended from outside while it waits; null while it runs. */
  private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

  /**
   * Whether the call has left the thread that started it, which must not be blocked, even if it is
   * a thread of the client. Read and written by the thread that runs the call.
   */
  private boolean mayBlock;

  /** Whether the thread that runs the call now is one of the client's, which may be blocked. */
  private boolean onClient;

  /** Whether the caller may have the future already, and may have added a callback to it. */
  private volatile boolean started;

  /** The last ticket of the limiter. Read and written by the thread that runs the call. */
  private Limiter.@Nullable Ticket place;

  AsyncDriver(Call<T> call, Function<CallResult<T>, R> form) {
    this.runner = call.runner;
    this.call = call;
    this.form = form;
    call.onAbandon =
        () -> {
          Runnable wait = waiting.get();
          if (wait != null) wait.run();
        };
  }

  @Override
  public CompletableFuture<R> future() {
    return future;
  }

  @Override
  public int attempts() {
    return call.attempts();
  }

  @Override
  public void abandon() {
    call.abandon(new End("the future was cancelled"));
  }

  @Override
  public void expire(Duration deadline) {
    call.abandon(new End("the deadline has passed", deadline));
  }

  /** Starts the call here, if nothing in its first step waits for a database. */
  void start() {
    if (call.mayBlock()) {
      resume(() -> call.on(null));
    } else {
      go(() -> call.on(null));
    }
    started = true;
  }

  private interface Next {
    /** The next step; null when another owner continues the call. */
    @Nullable Step step();
  }

  /** Continues the call on a thread of the client. */
  private void resume(Next next) {
    try {
      runner.execute(
          () -> {
            mayBlock = true;
            go(next);
          });
    } catch (Throwable noThread) {
      go(() -> call.on(new Event.Threw("starting a thread", noThread)));
    }
  }

  /**
   * Never throws, because it also runs on threads of the limiter, of the timer and of callers that
   * cancel.
   */
  private void go(Next first) {
    onClient = DaemonThreads.mayBlockHere();
    Thread here = Thread.currentThread();
    call.owner.set(here);
    Step step = guarded(first);
    while (step != null && !(step instanceof Step.Done)) {
      Step now = step;
      step = guarded(() -> carryOut(now));
    }
    if (step != null) deliver();
    // Unless the call goes on elsewhere already.
    call.owner.compareAndSet(here, null);
  }

  private @Nullable Step guarded(Next next) {
    // Clears an interrupt flag that other code may have set on a thread of the client.
    if (onClient) Thread.interrupted();
    try {
      return next.step();
    } catch (Throwable fault) {
      return call.on(new Event.Threw("the client", fault));
    }
  }

  /** The next step; null when the call waits, and another owner continues it. */
  private @Nullable Step carryOut(Step step) {
    End end = call.end();
    if (end != null) return call.on(end.unsent(step instanceof Step.Send));

    if (!(step instanceof Step.Send send)) {
      await(step);
      return null;
    }
    if (!mayBlock || !onClient) {
      // Sending may block, so it does not happen on the caller's thread.
      resume(() -> step);
      return null;
    }
    Limiter.Ticket ticket = enter(send);
    return ticket == null ? null : turn(send, ticket);
  }

  /** An admitted ticket; null when the call waits for its turn. */
  private Limiter.@Nullable Ticket enter(Step.Send send) {
    Wait wait = new Wait();
    Limiter.Ticket ticket = runner.transport.limiter.enter(wait::happened);
    place = ticket;
    if (ticket.isAdmitted() && wait.claim()) return ticket;

    wait.begin(
        call.left(),
        () -> turn(send, ticket),
        () -> {
          ticket.leave();
          return call.on(new Event.TimeUp());
        },
        end -> {
          ticket.leave();
          return call.on(end.unsent(true));
        });
    return null;
  }

  private Step turn(Step.Send send, Limiter.Ticket ticket) {
    Step now = call.turn(send);
    if (now instanceof Step.Send next) return exchange(next, ticket);
    ticket.leave();
    return now;
  }

  private Step exchange(Step.Send send, Limiter.Ticket ticket) {
    Exchange.Result came;
    try {
      came = call.send(send);
    } finally {
      // Books, logs and listeners do not need the place.
      ticket.leave();
    }
    return call.sent(came, call.end());
  }

  private void await(Step step) {
    Wait wait = new Wait();
    if (step instanceof Step.Pause pause) {
      Next waited = () -> call.on(new Event.Waited());
      wait.begin(pause.delay(), waited, waited, end -> call.on(end.unsent(false)));
      return;
    }
    Step.Await awaited = (Step.Await) step;
    CompletableFuture<?> source = awaited.future();
    Next goOn = () -> call.awaited(source);
    wait.begin(
        awaited.atMost(),
        goOn,
        goOn,
        end -> {
          source.cancel(false);
          return call.on(end.unsent(false));
        });
    CompletableFuture<?> unused = source.whenComplete((value, thrown) -> wait.happened());
  }

  /** One wait: the first to claim it continues the call. */
  private final class Wait {
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean happened;
    private volatile @Nullable Next onEvent;
    private volatile Cancellable timer = Cancellable.NOTHING;

    boolean claim() {
      return claimed.compareAndSet(false, true);
    }

    void begin(Duration atMost, Next event, Next timeUp, Function<End, Step> ended) {
      Runnable onAbandon = () -> endHere(() -> ended.apply(Objects.requireNonNull(call.end())));
      waiting.set(onAbandon);
      onEvent = event;
      try {
        timer = runner.timer.after(atMost, () -> end(timeUp));
      } catch (Throwable noTimer) {
        // This thread owns the call again, unless an event has continued it already.
        if (claimNow()) throw noTimer;
        return;
      }
      // An event that came before the wait was set up could not end it, so it is handled now.
      if (claimed.get()) timer.cancel();
      if (happened) end(event);
      if (call.end() != null) onAbandon.run();
    }

    void happened() {
      happened = true;
      Next event = onEvent;
      if (event != null) end(event);
    }

    private void end(Next next) {
      if (claimNow()) resume(next);
    }

    /**
     * Runs on the thread that cancels, so that the reservation is released when the cancel returns.
     */
    private void endHere(Next next) {
      if (!claimNow()) return;
      if (call.mayBlock()) {
        resume(next);
      } else {
        go(next);
      }
    }

    private boolean claimNow() {
      if (!claim()) return false;
      waiting.set(null);
      timer.cancel();
      return true;
    }
  }

  private void deliver() {
    runner.ended(call);
    Limiter.Ticket last = place;
    if (last != null) last.leave();
    // Callbacks may block: they run on a thread of the client, not on one that closes or cancels.
    if (!started || onClient) {
      tell();
      return;
    }
    try {
      runner.execute(this::tell);
    } catch (Throwable noThread) {
      tell();
    }
  }

  private void tell() {
    CallResult<T> result = call.result();
    Throwable failure = call.failure();
    if (result == null && failure == null) failure = new IllegalStateException("no result");
    try {
      future.told(result == null ? null : form.apply(result), failure);
    } catch (Throwable thrown) {
      future.told(null, thrown);
    }
  }

  /** The future of the call. Completing it from outside cancels the call. */
  private final class Future extends OwnedFuture<R> {
    @Override
    protected void endedByOthers(String how) {
      call.abandon(new End(how));
    }

    void told(@Nullable R value, @Nullable Throwable failure) {
      end(value, failure);
    }
  }
}
