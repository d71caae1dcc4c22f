package io.freightsdk.internal.call;

import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a call goes from one step to the next, wherever it lives: the same for blocking, asynchronous
 * and simulated calls. At every moment it has exactly one owner: the thread that runs it, or its
 * one wait. Whatever ends the wait first (its event, its time limit or an end from outside)
 * continues the call; the others have no effect.
 */
abstract class Steps {
  /** A step of a call. */
  @FunctionalInterface
  interface Step {
    /** Returns the next step; null when the call waits, or is over. */
    @Nullable Step take();
  }

  /** What a call can wait for, besides the answer of the service. */
  enum Event {
    PRICE,
    RESERVATION,
    PLACE,
    PAUSE,
    TOP_UP,
    /** The guard, at the end of the call; nobody can end this wait but who closes the client. */
    BOOKING
  }

  /** The thread that runs a step of the call now; null while it waits without one. */
  private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

  /** Where it lives from {@link #enter} on. */
  @SuppressWarnings("NullAway.Init")
  private Home home;

  /** What it waits for; null while it runs. */
  private volatile @Nullable Wait waiting;

  /** Why it was ended from outside; null while it was not. */
  private volatile Call.@Nullable End end;

  /** The exchange that is out; null when none is. */
  private volatile @Nullable Exchange exchange;

  /** What it waits for, or has waited for last. */
  private volatile @Nullable Event event;

  /** The same as a future, cancelled when the call is over. Of the thread that runs the call. */
  private @Nullable CompletableFuture<?> awaited;

  /** The step to the end of a call that was ended from outside, while no request was out. */
  abstract Step stopped(Call.End why);

  /** The step to the end of a call around which code threw; {@code what} names that code. */
  abstract Step threw(String what, Throwable fault);

  /** Whether the call goes to its end, so that nothing ends it any more. */
  abstract boolean isEnding();

  // --- from outside ---

  /** Begins the call here, unless its first step must not run here. */
  final void enter(Home itsHome, Step first) {
    home = itsHome;
    goOn(first);
  }

  /** Ends the call now, whatever it does, from any thread. Idempotent: the first end counts. */
  final void abandon(Call.End why) {
    if (end != null) return;
    end = why;
    Exchange out = exchange;
    if (out != null) home.abandon(out);
    Wait wait = waiting;
    if (wait != null && !wait.isLast && wait.claim()) goOn(wait::over);
  }

  /** Waits no more for the guard at its end, if it does: it keeps what is to be stored later. */
  final void endBooking() {
    Wait wait = waiting;
    if (wait != null && wait.isLast && wait.claim()) resume(wait::over);
  }

  /** The home cannot wait any more, because something was thrown there: ends the call with it. */
  final void broke(Throwable fault) {
    Wait wait = waiting;
    if (wait == null || !wait.claim()) return;
    run(() -> wait.isLast ? wait.over() : threw("the client itself", fault));
  }

  /** Whether one of these threads runs a step of the call. */
  final boolean runsIn(Set<Thread> threads) {
    Thread runs = owner.get();
    return runs != null && threads.contains(runs);
  }

  /** What it waits for, or has waited for last; null for nothing yet. */
  final @Nullable Event event() {
    return event;
  }

  // --- for the steps ---

  /** Why the call was ended from outside; null while it was not. */
  final Call.@Nullable End end() {
    return end;
  }

  /** Waits for what comes, at most so long; {@code then} asks whether it came. */
  final @Nullable Step await(Event what, CompletableFuture<?> comes, Duration atMost, Step then) {
    if (comes.isDone()) return then;
    event = what;
    awaited = comes;
    Wait wait =
        new Wait(
            () -> {
              Step next = then.take();
              comes.cancel(false);
              return next;
            });
    wait.begin(atMost);
    CompletableFuture<?> unused = comes.whenComplete((value, thrown) -> wait.happened());
    return null;
  }

  final @Nullable Step pause(Duration delay, Step then) {
    event = Event.PAUSE;
    new Wait(then).begin(delay);
    return null;
  }

  /** Goes on with the step on a thread that may be blocked by the wire. */
  final @Nullable Step whereItMayBlock(Step step) {
    if (home.mayRun(true)) return step;
    resume(() -> step);
    return null;
  }

  /** Sends the request, and goes on with what came, even if the call was ended meanwhile. */
  final @Nullable Step send(
      Exchange request, Duration timeout, Function<Exchange.Result, @Nullable Step> then) {
    // The exchange is published before the end is read: abandon() sees the exchange, or this sees
    // the end.
    exchange = request;
    if (end != null) home.abandon(request);
    home.send(
        request,
        timeout,
        came -> {
          exchange = null;
          run(() -> then.apply(came));
        });
    return null;
  }

  /** Gives up what the call waited for last: nobody needs it any more. */
  final void dropAwaited() {
    if (awaited != null) awaited.cancel(false);
  }

  /** The call is over: nothing of it runs any more. */
  final void leaveHome() {
    home.ended();
  }

  // --- running ---

  /** Goes on here if that is allowed, else where the home says. */
  private void goOn(Step step) {
    if (home.mayRun(false)) {
      run(step);
    } else {
      resume(step);
    }
  }

  private void resume(Step step) {
    try {
      home.execute(() -> run(step));
    } catch (Throwable noThread) {
      run(() -> threw("starting a thread", noThread));
    }
  }

  /**
   * Runs the call up to its next wait, or its end. Never throws, because it also runs on threads of
   * the limiter, of the timer and of callers that cancel.
   */
  private void run(Step first) {
    Thread here = Thread.currentThread();
    owner.set(here);
    Step next = guarded(first);
    while (next != null) {
      // A blocking call hears here that its thread was interrupted.
      boolean unused = home.mayRun(true);
      Call.End why = end;
      next = guarded(why == null || isEnding() ? next : () -> stopped(why));
    }
    // Unless the call goes on elsewhere already.
    owner.compareAndSet(here, null);
  }

  private @Nullable Step guarded(Step step) {
    try {
      return step.take();
    } catch (Throwable fault) {
      return threw("the client itself", fault);
    }
  }

  /** The one way to wait: the first to claim a wait continues the call. */
  private final class Wait {
    private final Step then;

    /** Whether it is for the guard at the end of the call, which nobody can end any more. */
    private final boolean isLast = isEnding();

    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile Cancellable timer = Cancellable.NOTHING;

    Wait(Step then) {
      this.then = then;
    }

    void begin(Duration atMost) {
      waiting = this;
      try {
        timer =
            home.after(
                atMost,
                () -> {
                  if (claim()) run(this::over);
                });
      } catch (Throwable noTimer) {
        // This thread owns the call again, unless an event has continued it already.
        if (claim()) throw noTimer;
        return;
      }
      // What came before the wait was set up could not end it, so it is handled now.
      if (claimed.get()) timer.cancel();
      if (end != null && !isLast && claim()) goOn(this::over);
    }

    void happened() {
      if (claim()) resume(this::over);
    }

    private @Nullable Step over() {
      Call.End why = end;
      return why == null || isLast ? then.take() : stopped(why);
    }

    boolean claim() {
      if (!claimed.compareAndSet(false, true)) return false;
      waiting = null;
      timer.cancel();
      return true;
    }
  }
}
