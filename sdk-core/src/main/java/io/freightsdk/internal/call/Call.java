package io.freightsdk.internal.call;

import io.freightsdk.CallTag;
import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.call.AttemptClassifier.Attempt.Succeeded;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its beginning to its end: carries out what its {@link CallMachine} decides, in
 * whatever {@link Home} it lives. At every moment it has exactly one owner: the thread that runs
 * it, or its one wait. Whatever ends the wait first (its event, its time limit or an end from
 * outside) continues the call; the others have no effect.
 */
final class Call<T> {
  /**
   * Why a call is ended from outside.
   *
   * @param why as a part of a message
   * @param deadline of the caller, when that has passed; null when the caller ended the call
   */
  record End(String why, @Nullable Duration deadline) {
    End(String why) {
      this(why, null);
    }
  }

  /** The least time that the guard has for a call that was made. */
  private static final Duration BOOKING = Duration.ofSeconds(1);

  final CallRunner runner;
  final CallSpec<T> spec;

  /** The order of calls; unique in its client. */
  final long number;

  /** Whether it is one of those that the client limits. */
  final boolean counted;

  /** The thread that runs a step of the call now; null while it waits without one. */
  private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

  private final String callId;
  private final CallMachine<T> machine;
  private final CallMoney<T> money;
  private final Instant beganAt;

  /** What listeners returned on the thread that began the call. */
  private final List<Object> callContexts;

  /** Where it lives from {@link #begin} on. */
  @SuppressWarnings("NullAway.Init")
  private Home home;

  private Runnable onEnd = () -> {};

  /** What it carries out, or waits for. */
  volatile @Nullable Next<T> doing;

  /** What it waits for; null while it runs. */
  private volatile @Nullable Wait waiting;

  private volatile @Nullable End end;

  /** The exchange that is out; null when none is. */
  private volatile @Nullable Exchange exchange;

  private volatile int begun;

  // Of the thread that runs the call, and of whoever is told of its end.

  private long sentNanos;

  /** What the call waits for, or has waited for; cancelled when it ends. */
  private @Nullable CompletableFuture<?> awaited;

  /** The last ticket of the limiter. */
  private Limiter.@Nullable Ticket place;

  /** Whether the call had a place on the wire, and gave it back to reserve again first. */
  private boolean hadItsTurn;

  private @Nullable CallResult<T> result;
  private @Nullable Throwable failure;

  Call(CallRunner runner, CallSpec<T> spec, long number, boolean counted) {
    this.runner = runner;
    this.spec = spec;
    this.number = number;
    this.counted = counted;
    this.callId = Long.toString(number, 36);
    this.callContexts = runner.observer.callContexts(spec, callId);
    this.machine =
        new CallMachine<>(
            spec, runner.limits, runner.retries, runner.needsPrice(spec), callId, now());
    this.money = new CallMoney<>(runner, spec, callId, machine);
    this.beganAt = instant();
  }

  /** The result; null when the call failed. */
  @Nullable CallResult<T> result() {
    return result;
  }

  /** What the call failed with; null when it succeeded. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Whether one of these threads runs a step of the call. */
  boolean runsIn(Set<Thread> threads) {
    Thread runs = owner.get();
    return runs != null && threads.contains(runs);
  }

  /** Wire attempts begun so far; may be asked from any thread. */
  int attempts() {
    return begun;
  }

  private long now() {
    return runner.nanos.getAsLong();
  }

  /** The time of day, even if the caller's clock throws, so that no result is lost. */
  private Instant instant() {
    try {
      return runner.clock.instant();
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the clock", thrown);
      return runner.machine.now();
    }
  }

  // --- from outside ---

  /**
   * Begins the call here, unless its first step must not run here.
   *
   * @param onEnd tells the caller
   */
  void begin(Home home, Runnable onEnd) {
    this.home = home;
    this.onEnd = onEnd;
    goOn(() -> machine.start(now()));
  }

  /** Ends the call now, whatever it does, from any thread. Idempotent: the first end counts. */
  void abandon(End why) {
    if (end != null) return;
    end = why;
    Exchange out = exchange;
    if (out != null) home.abandon(out);
    Wait wait = waiting;
    if (wait != null && !wait.isLast && wait.claim()) goOn(wait::over);
  }

  /** Waits no more for the guard at its end, if it does: it keeps what is to be stored later. */
  void endBooking() {
    Wait wait = waiting;
    if (wait != null && wait.isLast && wait.claim()) resume(wait::over);
  }

  /** The home cannot wait any more, because something was thrown there: ends the call with it. */
  void broke(Throwable fault) {
    Wait wait = waiting;
    if (wait == null || !wait.claim()) return;
    run(() -> wait.isLast ? wait.over() : machine.threw("the client itself", fault));
  }

  // --- running ---

  /** Goes on here if that is allowed, else where the home says. */
  private void goOn(Supplier<@Nullable Next<T>> next) {
    if (home.mayRun(false)) {
      run(next);
    } else {
      resume(next);
    }
  }

  private void resume(Supplier<@Nullable Next<T>> next) {
    try {
      home.execute(() -> run(next));
    } catch (Throwable noThread) {
      run(() -> machine.threw("starting a thread", noThread));
    }
  }

  /**
   * Runs the call up to its next wait, or its end. Never throws, because it also runs on threads of
   * the limiter, of the timer and of callers that cancel.
   */
  private void run(Supplier<@Nullable Next<T>> first) {
    Thread here = Thread.currentThread();
    owner.set(here);
    Next<T> next = guarded(first);
    while (next != null && !isEnd(next)) {
      Next<T> now = next;
      next = guarded(() -> carryOut(now));
    }
    if (next != null) end(next);
    // Unless the call goes on elsewhere already.
    owner.compareAndSet(here, null);
  }

  private @Nullable Next<T> guarded(Supplier<@Nullable Next<T>> step) {
    try {
      return step.get();
    } catch (Throwable fault) {
      return machine.threw("the client itself", fault);
    }
  }

  private static boolean isEnd(@Nullable Next<?> next) {
    return next instanceof Next.Succeed<?> || next instanceof Next.Fail<?>;
  }

  /** What is next; null when the call waits, and another owner continues it. */
  private @Nullable Next<T> carryOut(Next<T> next) {
    doing = next;
    boolean mayBlock = home.mayRun(true);
    End why = end;
    if (why != null) return machine.ended(why, true);

    if (next instanceof Next.Reserve<T>) return reserve();
    if (next instanceof Next.Send<T>) return send(mayBlock);
    if (next instanceof Next.AskPrice<T>) {
      Next<T> known = money.price();
      if (known != null) return known;
      Duration patience = money.patience();
      return await(
          money.learnPrice(), patience.compareTo(left()) < 0 ? patience : left(), money::priced);
    }
    if (next instanceof Next.AwaitTopUp<T> topUp) {
      return await(money.awaitTopUp(topUp.refusal()), money.topUpWait(), money::toppedUp);
    }
    Duration delay = ((Next.Pause<T>) next).delay();
    runner.observer.retryScheduled(spec, callId, machine.attempts() + 1, delay);
    new Wait(() -> machine.waited(now())).begin(delay);
    return null;
  }

  /** For the account whose agent key is supplied now: without a key nobody could pay. */
  private @Nullable Next<T> reserve() {
    String account;
    try {
      account = runner.account();
    } catch (Throwable thrown) {
      return machine.threw("the agent key supplier", thrown);
    }
    return await(money.reserve(account), left(), money::reserved);
  }

  // --- the wire ---

  private @Nullable Next<T> send(boolean mayBlock) {
    Exchange request;
    try {
      request = request();
    } catch (Throwable thrown) {
      return machine.threw("the agent key supplier", thrown);
    }
    Wait line = new Wait(() -> turn(request));
    Limiter limiter = runner.transport.limiter;
    Limiter.Ticket ticket =
        hadItsTurn ? limiter.enterFirst(line::happened) : limiter.enter(line::happened);
    hadItsTurn = false;
    place = ticket;
    boolean waits = !ticket.isAdmitted() || !line.claim();
    if (!waits && mayBlock) return turn(request);
    // Who has no place needs no thread to wait for it.
    if (waits) {
      line.begin(left());
    } else {
      resume(() -> turn(request));
    }
    return null;
  }

  private Exchange request() {
    Headers headers = spec.headers().apply(runner.agentKey.get());
    CallTag tag =
        runner.transport.isWatched
            ? new CallTag(spec.operation(), machine.attempts() + 1, callContexts)
            : null;
    return runner.transport.exchange(spec.method(), spec.url(), headers, spec.body(), tag);
  }

  /** The call has its place on the wire, or has waited for it as long as it may. */
  private @Nullable Next<T> turn(Exchange request) {
    Limiter.Ticket ticket = Objects.requireNonNull(place);
    Next<T> instead = insteadOfSending(ticket);
    if (instead != null) {
      ticket.leave();
      return instead;
    }
    sentNanos = now();
    Duration timeout = machine.sending(sentNanos);
    begun = machine.attempts();
    // The exchange is published before the end is read: abandon() sees the exchange, or this sees
    // the end.
    exchange = request;
    if (end != null) home.abandon(request);
    home.send(
        request,
        timeout,
        came -> {
          exchange = null;
          // Neither guard nor logs nor listeners need the place.
          ticket.leave();
          run(() -> cameBack(request, came));
        });
    return null;
  }

  private @Nullable Next<T> insteadOfSending(Limiter.Ticket ticket) {
    End why = end;
    if (why != null) return machine.ended(why, true);
    if (!ticket.isAdmitted() || left().isZero()) return machine.timeUp();
    if (!machine.mayRenew() || !money.isStale()) return null;
    // The price is read over the wire, for which this place may be the only one.
    hadItsTurn = true;
    return machine.renew();
  }

  private Duration left() {
    return machine.left(now());
  }

  /**
   * An exchange has ended. A complete answer counts even if the call was cancelled meanwhile,
   * because it says what was charged.
   */
  private Next<T> cameBack(Exchange request, Exchange.Result came) {
    AttemptClassifier.Heard<T> heard = machine.heard(came);
    // Whose answer it is says whether its connection may go on.
    request.judged(heard.isOurs());
    End why = end;
    try {
      if (why != null && heard instanceof AttemptClassifier.Heard.Nothing<T> cut) {
        return machine.ended(why, cut.failure().neverSent());
      }
      return machine.arrived(heard, now());
    } finally {
      tellAttempt();
    }
  }

  /** Counts and reports the attempt that has just ended, if one has. */
  private void tellAttempt() {
    Attempt<T> ended = machine.takeLast();
    if (ended == null) return;
    money.add(ended);
    Duration elapsed = Duration.ofNanos(now() - sentNanos);
    runner.observer.attemptEnded(spec, callId, machine.attempts(), ended, elapsed);
  }

  // --- the end ---

  /**
   * Ends the reservation, for which a guard that hangs has the time left, and at least a second.
   */
  private void end(Next<T> last) {
    doing = last;
    if (place != null) place.leave();
    CompletableFuture<@Nullable Charge> booking = money.book(awaited);
    Duration left = left();
    try {
      await(
          booking,
          left.compareTo(BOOKING) < 0 ? BOOKING : left,
          booked -> {
            end(last, booked);
            return null;
          });
    } catch (Throwable noTimer) {
      end(last, booking);
    }
  }

  private void end(Next<T> last, CompletableFuture<@Nullable Charge> booking) {
    try {
      Charge told = money.told(booking);
      if (last instanceof Next.Succeed<T> success) {
        succeed(success.attempt(), told);
      } else {
        fail((Next.Fail<T>) last, told);
      }
    } catch (Throwable fault) {
      if (result == null && failure == null) {
        failure = machine.threw("the client itself", fault).failure();
      }
      runner.observer.ignored(spec, callId, "the end of the call", fault);
    }
    runner.ended(this);
    home.ended();
    onEnd.run();
  }

  private void succeed(Succeeded<T> success, @Nullable Charge told) {
    runner.retries.budget.succeeded();
    if (spec.topUpUsd() != null) money.raised();
    CallResult<T> made = machine.result(success, told, beganAt, now());
    result = made;
    tellEnd(made.charge(), made.elapsed(), null);
  }

  private void fail(Next.Fail<T> failed, @Nullable Charge told) {
    FreightException thrown = machine.failure(failed, told);
    failure = thrown;
    tellEnd(thrown.charge(), machine.elapsed(now()), thrown);
  }

  private void tellEnd(Charge charge, Duration elapsed, @Nullable FreightException thrown) {
    BigDecimal price = machine.priceUsd();
    runner.observer.callEnded(spec, callId, machine.attempts(), elapsed, charge, price, thrown);
  }

  // --- waiting ---

  /** Waits for the future, at most so long. */
  private <V> @Nullable Next<T> await(
      CompletableFuture<V> source,
      Duration atMost,
      Function<CompletableFuture<V>, @Nullable Next<T>> then) {
    if (source.isDone()) return then.apply(source);
    awaited = source;
    Wait wait =
        new Wait(
            () -> {
              Next<T> next = then.apply(source);
              source.cancel(false);
              return next;
            });
    wait.begin(atMost);
    CompletableFuture<?> unused = source.whenComplete((value, thrown) -> wait.happened());
    return null;
  }

  /** The one way to wait: the first to claim a wait continues the call. */
  private final class Wait {
    private final Supplier<@Nullable Next<T>> then;

    /** Whether it is for the guard at the end of the call, which nobody can end any more. */
    private final boolean isLast = isEnd(doing);

    private final AtomicBoolean claimed = new AtomicBoolean();
    private volatile boolean happened;
    private volatile boolean begun;
    private volatile Cancellable timer = Cancellable.NOTHING;

    Wait(Supplier<@Nullable Next<T>> then) {
      this.then = then;
    }

    void begin(Duration atMost) {
      waiting = this;
      begun = true;
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
      // An event that came before the wait was set up could not end it, so it is handled now.
      if (claimed.get()) timer.cancel();
      if (happened && claim()) resume(this::over);
      if (end != null && !isLast && claim()) goOn(this::over);
    }

    void happened() {
      happened = true;
      if (begun && claim()) resume(this::over);
    }

    private @Nullable Next<T> over() {
      End why = end;
      return why == null || isLast ? then.get() : machine.ended(why, true);
    }

    boolean claim() {
      if (!claimed.compareAndSet(false, true)) return false;
      waiting = null;
      timer.cancel();
      return true;
    }
  }
}
