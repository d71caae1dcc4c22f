package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.call.Event.End;
import io.freightsdk.internal.call.Home.Stage;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.transport.Limiter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes a call from its beginning to its end, in whatever {@link Home} it lives. At every moment
 * the call has exactly one owner: the thread that runs it, or its current wait. Whatever ends the
 * wait first (its event, its time limit or an end from outside) continues the call; the others have
 * no effect.
 */
final class CallDriver {
  private final CallRunner runner;
  private final Call<?> call;
  private final Home home;

  /** Whether a call may be ended on the thread that ends it from outside. */
  private final boolean endsAnywhere;

  private final Runnable onEnd;

  /** What the call waits for; null while it runs. */
  private final AtomicReference<@Nullable Wait> waiting = new AtomicReference<>();

  /** The last ticket of the limiter. Read and written by the thread that runs the call. */
  private Limiter.@Nullable Ticket place;

  /**
   * @param endsAnywhere whether the thread that ends the call from outside may do what is left, so
   *     that a cancel that has returned has released the money; false for the caller's own thread,
   *     which does all of it
   * @param onEnd tells the caller
   */
  CallDriver(Call<?> call, Home home, boolean endsAnywhere, Runnable onEnd) {
    this.runner = call.runner;
    this.call = call;
    this.home = home;
    this.endsAnywhere = endsAnywhere;
    this.onEnd = onEnd;
    call.home = home;
    call.onAbandon =
        () -> {
          Wait wait = waiting.get();
          if (wait != null) wait.endHere();
        };
  }

  /** The home cannot wait any more, because something was thrown there: ends the call with it. */
  void broke(Throwable fault) {
    Wait wait = waiting.get();
    if (wait != null && wait.claimNow()) go(() -> call.on(new Event.Threw("the client", fault)));
  }

  /** Starts the call here, unless its first step waits for a database and must not do so here. */
  void start() {
    begin(() -> call.on(null), call.mayBlock());
  }

  private interface Next {
    /** The next step; null when another owner continues the call. */
    @Nullable Step step();
  }

  /** Goes on here if that is allowed, else on a thread that may be blocked. */
  private void begin(Next next, boolean blocks) {
    if (blocks && !home.mayBlock()) {
      resume(next);
    } else {
      go(next);
    }
  }

  private void resume(Next next) {
    try {
      home.execute(() -> go(next));
    } catch (Throwable noThread) {
      go(() -> call.on(new Event.Threw("starting a thread", noThread)));
    }
  }

  /**
   * Never throws, because it also runs on threads of the limiter, of the timer and of callers that
   * cancel.
   */
  private void go(Next first) {
    Thread here = Thread.currentThread();
    call.owner.set(here);
    Step step = guarded(first);
    while (step != null && !(step instanceof Step.Done)) {
      Step now = step;
      step = guarded(() -> carryOut(now));
    }
    if (step != null) end();
    // Unless the call goes on elsewhere already.
    call.owner.compareAndSet(here, null);
  }

  private @Nullable Step guarded(Next next) {
    try {
      return next.step();
    } catch (Throwable fault) {
      return call.on(new Event.Threw("the client", fault));
    }
  }

  /** The next step; null when the call waits, and another owner continues it. */
  private @Nullable Step carryOut(Step step) {
    boolean mayBlock = home.mayBlock();
    End end = call.end();
    if (end != null) return call.on(end.unsent(step instanceof Step.Send));

    if (!(step instanceof Step.Send send)) {
      await(step);
      return null;
    }
    // Who has no place needs no thread to wait for it.
    Limiter.Ticket ticket = enter(send);
    if (ticket == null) return null;
    if (mayBlock) return turn(send, ticket);
    resume(() -> turn(send, ticket));
    return null;
  }

  /** An admitted ticket; null when the call waits for its turn. */
  private Limiter.@Nullable Ticket enter(Step.Send send) {
    Wait wait = new Wait();
    Limiter.Ticket ticket = runner.transport.limiter.enter(wait::happened);
    place = ticket;
    if (ticket.isAdmitted() && wait.claim()) return ticket;

    call.stage = Stage.QUEUED;
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

  private @Nullable Step turn(Step.Send send, Limiter.Ticket ticket) {
    End end = call.end();
    Step now = end != null ? call.on(end.unsent(true)) : call.turn(send);
    if (!(now instanceof Step.Send next)) {
      ticket.leave();
      return now;
    }
    call.stage = Stage.SENDING;
    call.sending(next);
    try {
      home.send(
          next.exchange(),
          next.timeout(),
          came -> {
            call.received();
            // Books, logs and listeners do not need the place.
            ticket.leave();
            go(() -> call.sent(came, call.end()));
          });
    } catch (Throwable fault) {
      ticket.leave();
      throw fault;
    }
    return null;
  }

  private void await(Step step) {
    Wait wait = new Wait();
    if (step instanceof Step.Pause pause) {
      call.stage = Stage.PAUSED;
      Next waited = () -> call.on(new Event.Waited());
      wait.begin(pause.delay(), waited, waited, end -> call.on(end.unsent(false)));
      return;
    }
    Step.Await awaited = (Step.Await) step;
    CompletableFuture<?> source = awaited.future();
    call.stage = call.awaitsPrice() ? Stage.PRICING : Stage.AWAITING_TOP_UP;
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
    private volatile @Nullable Function<End, Step> onEnd;
    private volatile Cancellable timer = Cancellable.NOTHING;

    boolean claim() {
      return claimed.compareAndSet(false, true);
    }

    void begin(Duration atMost, Next event, Next timeUp, Function<End, Step> ended) {
      onEnd = ended;
      waiting.set(this);
      onEvent = event;
      try {
        timer =
            home.after(
                atMost,
                () -> {
                  if (claimNow()) go(timeUp);
                });
      } catch (Throwable noTimer) {
        // This thread owns the call again, unless an event has continued it already.
        if (claimNow()) throw noTimer;
        return;
      }
      // An event that came before the wait was set up could not end it, so it is handled now.
      if (claimed.get()) timer.cancel();
      if (happened && claimNow()) resume(event);
      if (call.end() != null) endHere();
    }

    void happened() {
      happened = true;
      Next event = onEvent;
      if (event != null && claimNow()) resume(event);
    }

    private void endHere() {
      if (!claimNow()) return;
      Next next = () -> Objects.requireNonNull(onEnd).apply(Objects.requireNonNull(call.end()));
      if (endsAnywhere) {
        CallDriver.this.begin(next, call.mayBlock());
      } else {
        resume(next);
      }
    }

    private boolean claimNow() {
      if (!claim()) return false;
      waiting.set(null);
      timer.cancel();
      return true;
    }
  }

  private void end() {
    call.stage = Stage.ENDED;
    runner.ended(call);
    Limiter.Ticket last = place;
    if (last != null) last.leave();
    home.ended();
    onEnd.run();
  }
}
