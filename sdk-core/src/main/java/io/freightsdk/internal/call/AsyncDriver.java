package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drives a call on threads of the client, and holds none of them while the call waits. The call is
 * always in one hand: that of the thread that runs it, or that of the one wait it is in. Whoever
 * ends the wait first, by its event, its time or a cancellation, goes on; the others come too late.
 */
final class AsyncDriver<T, R> implements CallDriver, RunningCall<R> {
  private final CallRunner runner;
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final Future future = new Future();

  /** What to do when the call is ended from outside while it waits; null while it runs. */
  private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

  private volatile @Nullable End abandoned;
  private volatile @Nullable Exchange exchange;

  /**
   * Whether the call has gone on from the thread that started it, which must not be held up, even
   * if it is one of the client's. Whoever runs the call reads and writes it.
   */
  private boolean mayBlock;

  /** Whether anybody can have the future already, and a callback on it. */
  private volatile boolean started;

  /** The last place on the wire; whoever runs the call reads and writes it. */
  private Limiter.@Nullable Ticket place;

  AsyncDriver(CallRunner runner, Call<T> call, Function<CallResult<T>, R> form) {
    this.runner = runner;
    this.call = call;
    this.form = form;
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
  public void expire(Duration deadline) {
    abandon(new End("the deadline has passed", deadline));
  }

  /** Starts the call here, if nothing in its first step waits for a database. */
  void start() {
    if (runner.spending.mayBlock()) {
      resume(call::start);
    } else {
      go(call::start);
    }
    started = true;
  }

  private interface Next {
    /** The next step; null when the call goes on in another hand. */
    @Nullable Step step();
  }

  /** Goes on with the call on a thread of the client. */
  private void resume(Next next) {
    try {
      runner.execute(
          () -> {
            mayBlock = true;
            go(next);
          });
    } catch (Throwable noThread) {
      go(() -> call.threw("starting a thread", noThread));
    }
  }

  /** Never throws: whoever admits, times or cancels a call is not to be stopped by it. */
  private void go(Next first) {
    Step step = guarded(first);
    while (step != null && !(step instanceof Step.Done)) {
      Step now = step;
      step = guarded(() -> carryOut(now));
    }
    if (step != null) deliver();
  }

  private @Nullable Step guarded(Next next) {
    // Nobody may interrupt a thread of the client; code that runs on it could all the same.
    if (DaemonThreads.mayBlockHere()) Thread.interrupted();
    try {
      return next.step();
    } catch (Throwable fault) {
      return call.threw("the client", fault);
    }
  }

  /** The next step; null when the call waits, and goes on in another hand. */
  private @Nullable Step carryOut(Step step) {
    End end = abandoned;
    if (end != null) return call.ended(end, true);

    boolean here = step instanceof Step.Send && mayBlock && DaemonThreads.mayBlockHere();
    if (!here) {
      await(step);
      return null;
    }
    Step.Send send = (Step.Send) step;
    Limiter.Ticket ticket = enter(send);
    return ticket == null ? null : exchange(send, ticket);
  }

  /** A place on the wire now; null when the call waits in line for one. */
  private Limiter.@Nullable Ticket enter(Step.Send send) {
    Wait wait = new Wait();
    Limiter.Ticket ticket = runner.transport.limiter().enter(wait::happened);
    place = ticket;
    if (ticket.isAdmitted() && wait.claim()) return ticket;

    wait.begin(
        call.left(),
        () -> exchange(send, ticket),
        () -> {
          ticket.leave();
          return call.timeUpInQueue();
        },
        end -> {
          ticket.leave();
          return call.ended(end, true);
        });
    return null;
  }

  private Step exchange(Step.Send send, Limiter.Ticket ticket) {
    try {
      exchange = send.exchange();
      // Published first, asked second: abandon() sees the exchange, or this sees the reason.
      if (abandoned != null) send.exchange().abandon();
      call.sending();
      Exchange.Result result = send.exchange().execute(send.timeout());
      return CallDriver.after(call, result, abandoned);
    } finally {
      exchange = null;
      ticket.leave();
    }
  }

  private void await(Step step) {
    if (step instanceof Step.Send) {
      // The caller's thread has done its part; the wire may block.
      resume(() -> step);
      return;
    }
    Wait wait = new Wait();
    if (step instanceof Step.Pause pause) {
      wait.begin(pause.delay(), call::waited, call::waited, end -> call.ended(end, true));
      return;
    }
    Step.Await awaited = (Step.Await) step;
    CompletableFuture<?> source = awaited.future();
    wait.begin(
        awaited.atMost(),
        () -> call.awaited(source),
        () -> call.awaited(source),
        end -> {
          source.cancel(false);
          return call.ended(end, true);
        });
    CompletableFuture<?> unused = source.whenComplete((value, thrown) -> wait.happened());
  }

  /** One wait: whoever claims it first goes on with the call. */
  private final class Wait {
    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean happened;
    private volatile @Nullable Next onEvent;
    private volatile Cancellable timer = Cancellable.NOTHING;

    boolean claim() {
      return claimed.compareAndSet(false, true);
    }

    void begin(Duration atMost, Next event, Next timeUp, Function<End, Step> ended) {
      Runnable onAbandon = () -> endHere(() -> ended.apply(givenEnd()));
      waiting.set(onAbandon);
      onEvent = event;
      try {
        timer = runner.environment.timer().after(atMost, () -> end(timeUp));
      } catch (Throwable noTimer) {
        // The call is in this hand again, unless an event has taken it on already.
        if (claimNow()) throw noTimer;
        return;
      }
      // What came before the wait was set up has found nothing to end.
      if (claimed.get()) timer.cancel();
      if (happened) end(event);
      if (abandoned != null) onAbandon.run();
    }

    void happened() {
      happened = true;
      Next event = onEvent;
      if (event != null) end(event);
    }

    private void end(Next next) {
      if (claimNow()) resume(next);
    }

    /** On the thread of who cancels: what the call had set aside is back when that returns. */
    private void endHere(Next next) {
      if (!claimNow()) return;
      if (runner.spending.mayBlock()) {
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

  private End givenEnd() {
    End end = abandoned;
    return end == null ? new End("the call was ended") : end;
  }

  @Override
  public void abandon(End end) {
    if (abandoned != null) return;
    abandoned = end;
    Exchange running = exchange;
    if (running != null) running.abandon();
    Runnable wait = waiting.get();
    if (wait != null) wait.run();
  }

  private void deliver() {
    runner.ended(this);
    Limiter.Ticket last = place;
    if (last != null) last.leave();
    // Callbacks may block: they run on a thread of the client, not on one that closes or cancels.
    boolean here = !started || DaemonThreads.mayBlockHere();
    if (here) {
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
    if (result == null) {
      Throwable failure = call.failure();
      future.fail(failure == null ? new IllegalStateException("no result") : failure);
      return;
    }
    try {
      future.finish(form.apply(result));
    } catch (Throwable thrown) {
      future.fail(thrown);
    }
  }

  /**
   * The future of the call. Whoever ends it from outside ({@code cancel}, {@code orTimeout}, {@code
   * complete}) ends the call on the wire too.
   */
  private final class Future extends CompletableFuture<R> {
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      abandon(new End("the future was cancelled"));
      return cancelled;
    }

    @Override
    public boolean complete(@Nullable R value) {
      boolean completed = super.complete(value);
      abandon(new End("the future was completed from outside"));
      return completed;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      boolean completed = super.completeExceptionally(failure);
      abandon(new End("the future was completed from outside"));
      return completed;
    }

    void finish(R value) {
      super.complete(value);
    }

    void fail(Throwable failure) {
      super.completeExceptionally(failure);
    }
  }
}
