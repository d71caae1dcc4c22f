package io.freightsdk.internal.call;

import io.freightsdk.CallTag;
import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedFailureException;
import io.freightsdk.internal.call.Attempt.Succeeded;
import io.freightsdk.internal.call.CallMachine.Action;
import io.freightsdk.internal.call.CallMachine.Event;
import io.freightsdk.internal.call.Spending.Price;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireAnswer;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call under way. Its {@link CallMachine} decides; this class does whatever needs no waiting
 * (prices that are known, reservations, entries, listeners) and tells its driver what to wait for.
 * Foreign code is only ever called from here, and whatever it throws becomes an event. One driver
 * hands in one step at a time.
 */
final class Call<T> {
  /** Without a limit a call does not wait longer for a price that nobody knows yet. */
  private static final Duration PRICE_PATIENCE = Duration.ofSeconds(2);

  /** Well below the margin that the books keep before the service forgets a key. */
  private static final Duration LONG_AGO = Duration.ofMinutes(1);

  /** What the driver does next. */
  sealed interface Step {
    /** Send the exchange once there is a place on the wire; then {@code answered}. */
    record Send(Exchange exchange, Duration timeout) implements Step {}

    /** Wait; then {@code waited}. */
    record Pause(Duration delay) implements Step {}

    /** Wait for the future, at most so long; then {@code awaited}. */
    record Await(CompletableFuture<?> future, Duration atMost) implements Step {}

    /** The call has ended: {@code result} or {@code failure} tells how. */
    record Done() implements Step {}
  }

  private static final Step DONE = new Step.Done();

  private final CallRunner runner;
  private final CallSpec<T> spec;
  private final CallPlan plan;
  private final CallMachine<T> machine;
  private final String callId;
  private final List<Object> callContexts;

  private @Nullable SpendHold hold;
  private Instant reservedAt = Instant.MIN;
  private List<SpendEntry> entries = List.of();
  private Spending.@Nullable TopUpPlace place;
  private boolean awaitsPrice;

  /** What the call waits for, or has waited for; cancelled when it ends. */
  private @Nullable CompletableFuture<?> awaited;

  private volatile int begun;
  private @Nullable BigDecimal knownPrice;
  private long sentNanos;

  private @Nullable CallResult<T> result;
  private @Nullable Throwable failure;

  Call(CallRunner runner, CallSpec<T> spec, String callId) {
    this.runner = runner;
    this.spec = spec;
    this.plan = spec.plan();
    this.callId = callId;
    this.callContexts = runner.observer.callContexts();
    boolean needsPrice =
        plan.options().maxPrice() != null || runner.spending.isLimited(plan.options().scope());
    this.machine =
        new CallMachine<>(
            spec, runner.limits, runner.retries, needsPrice, callId, runner.nanoTime());
  }

  CallPlan plan() {
    return plan;
  }

  /** The result; null when the call failed. */
  @Nullable CallResult<T> result() {
    return result;
  }

  /** What the call failed with; null when it succeeded. */
  @Nullable Throwable failure() {
    return failure;
  }

  Duration left() {
    return machine.left(runner.nanoTime());
  }

  // --- what the driver hands in ---

  Step start() {
    try {
      return carryOut(machine.start(runner.nanoTime()));
    } catch (Throwable fault) {
      return broken(fault);
    }
  }

  /** The exchange is about to be sent. */
  void sending() {
    sentNanos = runner.nanoTime();
  }

  Step answered(Exchange.Result ended) {
    if (plan.mayCost() && machine.priceUsd() == null) {
      quietly("the price list", this::learnLate);
    }
    return on(
        ended instanceof WireAnswer answer
            ? new Event.Answered(answer)
            : new Event.Broken((WireFailure) ended));
  }

  private void learnLate() {
    Price known = runner.spending.knownPrice(plan.operation());
    if (known != null) machine.learned(known.usd());
  }

  Step waited() {
    return on(new Event.Waited());
  }

  /** The future is done, or was awaited as long as it may. */
  Step awaited(CompletableFuture<?> future) {
    if (awaitsPrice) {
      awaitsPrice = false;
      Event priced = priced(future);
      future.cancel(false);
      return on(priced);
    }
    if (!future.isDone()) {
      future.cancel(false);
      return on(new Event.ToppedUp(false));
    }
    Throwable thrown = failureOf(future);
    return on(
        thrown != null
            ? new Event.Threw("the top-up policy", thrown)
            : new Event.ToppedUp(Boolean.TRUE.equals(future.join())));
  }

  Step timeUpInQueue() {
    return on(new Event.TimeUp(true));
  }

  /**
   * The call was ended from outside.
   *
   * @param neverSent false when a request is out that the service may have
   */
  Step ended(CallDriver.End end, boolean neverSent) {
    return on(
        end.deadline() == null
            ? new Event.Cancelled(end.why(), neverSent)
            : new Event.DeadlinePassed(end.deadline(), neverSent));
  }

  /** Wire attempts begun so far; may be asked from any thread. */
  int attempts() {
    return begun;
  }

  /** Code that the driver called threw. */
  Step threw(String what, Throwable thrown) {
    return on(new Event.Threw(what, thrown));
  }

  private Step on(Event event) {
    try {
      Action<T> next = machine.on(event, runner.nanoTime());
      Attempt<T> ended = machine.takeLast();
      if (ended != null) attempted(ended);
      return carryOut(next);
    } catch (Throwable fault) {
      return broken(fault);
    }
  }

  /** A fault of our own. The caller hears it, and what is set aside is settled by what is known. */
  private Step broken(Throwable fault) {
    if (result != null || failure != null) return DONE;
    Attempt<T> untold = machine.takeLast();
    if (untold != null) quietly("the books", () -> attempted(untold));
    FailureFacts facts =
        FailureFacts.builder(plan.operation())
            .charge(machine.attempts() == 0 ? Charge.NONE : machine.total())
            .nextStep(NextStep.NONE)
            .attempts(machine.attempts())
            .idempotencyKey(plan.idempotencyKey())
            .callId(callId)
            .build();
    return fail(new UnexpectedFailureException(facts, "the client itself", fault));
  }

  // --- what the machine wants ---

  private Step carryOut(Action<T> first) {
    Action<T> action = first;
    while (true) {
      if (action instanceof Action.Send<T> send) {
        Exchange exchange;
        try {
          exchange =
              runner.transport.exchange(
                  spec.request().with(runner.agentKey.get()),
                  new CallTag(plan.operation(), machine.attempts(), callContexts));
        } catch (Throwable thrown) {
          action = machine.on(new Event.Unsent("the agent key supplier", thrown), now());
          continue;
        }
        begun = machine.attempts();
        return new Step.Send(exchange, send.timeout());
      }
      if (action instanceof Action.Pause<T> pause) {
        runner.observer.retryScheduled(plan, callId, machine.attempts() + 1, pause.delay());
        return new Step.Pause(pause.delay());
      }
      if (action instanceof Action.Succeed<T> success) return succeed(success.attempt());
      if (action instanceof Action.Fail<T> failed) return fail(failed.failure());
      if (action instanceof Action.AwaitTopUp<T> topUp) {
        Step wait = awaitTopUp(topUp.refusal());
        if (wait != null) return wait;
        action = machine.on(new Event.ToppedUp(false), now());
      } else if (action instanceof Action.Reserve<T> reserve) {
        action = machine.on(reserve(reserve.amountUsd()), now());
      } else {
        Step wait = askPrice();
        if (wait != null) return wait;
        action = machine.on(new Event.Priced(knownPrice, null, reservedLongAgo()), now());
      }
    }
  }

  /** The wait for a price that nobody knows yet; null when it is known. */
  private @Nullable Step askPrice() {
    CompletableFuture<Price> asked;
    try {
      Price known = runner.spending.knownPrice(plan.operation());
      if (known != null) {
        knownPrice = known.usd();
        return null;
      }
      asked = runner.spending.learnPrice(plan.operation());
    } catch (Throwable thrown) {
      asked = CompletableFuture.failedFuture(thrown);
    }
    awaitsPrice = true;
    awaited = asked;
    Duration left = left();
    boolean patient = machine.needsPrice() || left.compareTo(PRICE_PATIENCE) < 0;
    return new Step.Await(asked, patient ? left : PRICE_PATIENCE);
  }

  private long now() {
    return runner.nanoTime();
  }

  private Event priced(CompletableFuture<?> price) {
    Throwable thrown = price.isDone() ? failureOf(price) : null;
    boolean known = price.isDone() && thrown == null;
    BigDecimal usd = known ? ((Price) price.join()).usd() : null;
    return new Event.Priced(usd, thrown, reservedLongAgo());
  }

  /** Whether the clock has moved on, or back, since the money was set aside. */
  private boolean reservedLongAgo() {
    return hold != null
        && Duration.between(reservedAt, runner.environment.clock().instant())
                .abs()
                .compareTo(LONG_AGO)
            > 0;
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) return null;
    Throwable thrown = done.handle((value, e) -> e).join();
    return thrown == null ? null : LinkedFuture.causeOf(thrown);
  }

  private Event reserve(BigDecimal amountUsd) {
    SpendHold before = hold;
    List<SpendEntry> booked = entries;
    hold = null;
    try {
      SpendDecision decision;
      if (before == null) {
        decision = runner.spending.reserve(plan.purchase(atMost()), amount(amountUsd));
      } else {
        entries = List.of();
        decision =
            runner.spending.renew(before, booked, plan.purchase(atMost()), amount(amountUsd));
      }
      if (decision instanceof SpendDecision.Refused refused) {
        return new Event.Refused(refused.refusal());
      }
      if (decision instanceof SpendDecision.KeyTooOld) return new Event.KeyTooOld();
      SpendHold held = (SpendHold) decision;
      hold = held;
      reservedAt = runner.environment.clock().instant();
      SpendHold.Earlier earlier = held.charged();
      return new Event.Reserved(earlier == null ? null : earlier.amountUsd());
    } catch (SpendStoreException away) {
      return new Event.Threw("spend control", away);
    } catch (Throwable thrown) {
      // Whether the books got so far is open; told twice, they book it once.
      hold = before;
      entries = booked;
      return new Event.Threw("spend control", thrown);
    }
  }

  /** A price that is too old to go by is still the best guess of what to set aside. */
  private BigDecimal amount(BigDecimal usd) {
    BigDecimal last =
        machine.priceUsd() == null ? runner.spending.lastPrice(plan.operation()) : null;
    return last == null ? usd : last;
  }

  /** How long the hold may be needed: the deadline, and a wait for a top-up, which extends it. */
  private Duration atMost() {
    return left().plus(machine.topUpWait(runner.spending.maxTopUpWait(), now()));
  }

  /** Null when the call does not wait for a top-up. */
  private @Nullable Step awaitTopUp(InsufficientFundsException refusal) {
    try {
      BigDecimal stated = refusal.priceUsd();
      if (stated != null) runner.spending.heard(plan.operation(), stated);
      Duration atMost = runner.spending.maxTopUpWait();
      if (atMost.isZero()) return null;

      Spending.TopUpPlace mine = place;
      if (mine == null) {
        mine = runner.spending.topUpPlace();
        place = mine;
      }
      CompletableFuture<Boolean> goOn = mine.await(refusal);
      awaited = goOn;
      return new Step.Await(goOn, machine.topUpWait(atMost, now()));
    } catch (Throwable thrown) {
      return new Step.Await(CompletableFuture.failedFuture(thrown), Duration.ZERO);
    }
  }

  // --- books and listeners ---

  private void attempted(Attempt<T> ended) {
    Duration elapsed = Duration.ofNanos(now() - sentNanos);
    if (hold != null) {
      if (entries.isEmpty()) entries = new ArrayList<>(1);
      entries.add(entry(ended));
    }
    runner.observer.attemptEnded(plan, callId, machine.attempts(), ended, elapsed);
  }

  private SpendEntry entry(Attempt<T> ended) {
    BigDecimal price = machine.priceUsd();
    BigDecimal amount = amount(price == null ? BigDecimal.ZERO : price);
    BigDecimal exact = ended.charge().amountUsd();
    if (ended.charge().kind() == Charge.Kind.EXACT && exact != null) amount = exact;
    SpendScope scope = plan.options().scope();
    return new SpendEntry(
        0,
        instant(),
        plan.operation(),
        plan.loadNumber() != null ? plan.loadNumber() : ended.loadNumber(),
        plan.idempotencyKey(),
        ended.requestId(),
        machine.attempts(),
        switch (ended.charge().kind()) {
          case NONE -> SpendOutcome.NOT_CHARGED;
          case EXACT -> SpendOutcome.CHARGED;
          case UNKNOWN -> SpendOutcome.UNKNOWN;
        },
        amount,
        scope == null ? SpendScope.CLIENT : scope.path());
  }

  /** The time of day; an entry must not be lost because the caller's clock throws. */
  private Instant instant() {
    try {
      return runner.environment.clock().instant();
    } catch (Throwable thrown) {
      runner.observer.ignored(plan, callId, "the clock", thrown);
      return Instant.now();
    }
  }

  private Step succeed(Succeeded<T> success) {
    runner.retries.succeeded();
    BigDecimal earlier = settle();
    BigDecimal raised = plan.topUpUsd();
    if (raised != null) quietly("the ledger", () -> runner.spending.balanceRaised(raised));
    CallResult<T> made = machine.result(success, earlier, now());
    result = made;
    end(made.charge(), null);
    return DONE;
  }

  private Step fail(Throwable thrown) {
    settle();
    failure = thrown;
    Charge charge = thrown instanceof FreightException known ? known.charge() : machine.total();
    end(charge, thrown);
    return DONE;
  }

  private void end(Charge charge, @Nullable Throwable thrown) {
    BigDecimal price = machine.priceUsd();
    boolean costs = price == null || price.signum() != 0 || machine.attempts() == 0;
    boolean surelyNothing = thrown != null && costs && charge.equals(Charge.NONE);
    quietly("the key memory", () -> spec.onEnd().accept(!surelyNothing));
    runner.observer.callEnded(
        plan,
        callId,
        machine.attempts(),
        machine.elapsed(now()),
        charge,
        machine.priceUsd(),
        thrown);
  }

  /** Books the attempts; what the books had of the same key before, when it is a replay. */
  private @Nullable BigDecimal settle() {
    CompletableFuture<?> open = awaited;
    if (open != null) open.cancel(false);
    Spending.TopUpPlace queued = place;
    if (queued != null) quietly("the top-up policy", queued::release);
    SpendHold held = hold;
    hold = null;
    if (held == null) return null;
    try {
      List<SpendEntry> booked = runner.spending.settle(held, entries);
      if (booked.isEmpty() || entries.isEmpty()) return null;
      SpendEntry told = entries.get(entries.size() - 1);
      SpendEntry kept = booked.get(booked.size() - 1);
      boolean replay =
          told.outcome() == SpendOutcome.CHARGED && kept.outcome() == SpendOutcome.NOT_CHARGED;
      return replay ? told.amountUsd() : null;
    } catch (Throwable thrown) {
      runner.observer.unbooked(plan, callId, entries, thrown);
      return null;
    }
  }

  /** Foreign code that must not cost a result. */
  private void quietly(String what, Runnable code) {
    try {
      code.run();
    } catch (Throwable thrown) {
      runner.observer.ignored(plan, callId, what, thrown);
    }
  }
}
