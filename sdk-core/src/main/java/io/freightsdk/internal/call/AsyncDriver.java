package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.End;
import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.call.CallMachine.Event;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallRunner.RunningCall;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.concurrent.OwnedFuture;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.Objects;
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
final class AsyncDriver<T, R> implements RunningCall<R> {
  private final CallRunner runner;
  private final Call<T> call;
  private final Function<CallResult<T>, R> form;
  private final Future future = new Future();

  /** What to do when the call is ended from outside while it waits; null while it runs. */
  private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

  /**
   * Whether the call has gone on from the thread that started it, which must not be held up, even
   * if it is one of the client's. Whoever runs the call reads and writes it.
   */
  private boolean mayBlock;

  /** Whether the thread that runs the call now is one of the client's, which may be held up. */
  private boolean onClient;

  /** Whether anybody can have the future already, and a callback on it. */
  private volatile boolean started;

  /** The last place on the wire; whoever runs the call reads and writes it. */
  private Limiter.@Nullable Ticket place;

  AsyncDriver(Call<T> call, Function<CallResult<T>, R> form) {
    this.runner = call.runner;
    this.call = call;
    this.form = form;
    call.onAbandon = this::endWait;
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
      go(() -> call.on(new Event.Threw("starting a thread", noThread)));
    }
  }

  /** Never throws: whoever admits, times or cancels a call is not to be stopped by it. */
  private void go(Next first) {
    onClient = DaemonThreads.mayBlockHere();
    Step step = guarded(first);
    while (step != null && !(step instanceof Step.Done)) {
      Step now = step;
      step = guarded(() -> carryOut(now));
    }
    if (step != null) deliver();
  }

  private @Nullable Step guarded(Next next) {
    // Nobody may interrupt a thread of the client; code that runs on it could all the same.
    if (onClient) Thread.interrupted();
    try {
      return next.step();
    } catch (Throwable fault) {
      return call.on(new Event.Threw("the client", fault));
    }
  }

  /** The next step; null when the call waits, and goes on in another hand. */
  private @Nullable Step carryOut(Step step) {
    End end = call.end();
    if (end != null) return call.on(end.unsent(step instanceof Step.Send));

    if (!(step instanceof Step.Send send)) {
      await(step);
      return null;
    }
    if (!mayBlock || !onClient) {
      // The caller's thread has done its part; the wire may block.
      resume(() -> step);
      return null;
    }
    Limiter.Ticket ticket = enter(send);
    return ticket == null ? null : turn(send, ticket);
  }

  /** A place on the wire now; null when the call waits in line for one. */
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
          return call.on(new Event.TimeUp(true));
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
    try {
      return call.sent(call.send(send), call.end());
    } finally {
      ticket.leave();
    }
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

  /** The call was ended from outside: if it waits, it goes on from here. */
  private void endWait() {
    Runnable wait = waiting.get();
    if (wait != null) wait.run();
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
      Runnable onAbandon = () -> endHere(() -> ended.apply(Objects.requireNonNull(call.end())));
      waiting.set(onAbandon);
      onEvent = event;
      try {
        timer = runner.timer.after(atMost, () -> end(timeUp));
      } catch (Throwable noTimer) {
        // The call is in this hand again, unless an event has taken it on already.
        if (claimNow()) throw noTimer;
        return;
      }
      // What came before the wait was set up has found nothing to end.
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

    /** On the thread of who cancels: what the call had set aside is back when that returns. */
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

  /** The future of the call: who ends it from outside ends the call on the wire too. */
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
