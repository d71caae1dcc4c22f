package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.call.Spending.Price;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStoreException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The money of one call: its price, its reservation, the entries of its attempts and its place in
 * the queue for a top-up. An exception of the spend control becomes an event or a log line.
 */
final class CallMoney {
  /** Well below the five minutes by which the ledger refuses a key early. */
  private static final Duration LONG_AGO = Duration.ofMinutes(1);

  private final CallRunner runner;
  private final CallSpec<?> spec;
  private final String callId;
  private final CallMachine<?> machine;

  private @Nullable SpendHold hold;
  private Instant reservedAt = Instant.MIN;
  private List<SpendEntry> entries = List.of();
  private Spending.@Nullable TopUpPlace place;

  CallMoney(CallRunner runner, CallSpec<?> spec, String callId, CallMachine<?> machine) {
    this.runner = runner;
    this.spec = spec;
    this.callId = callId;
    this.machine = machine;
  }

  // --- the price ---

  /** Null when the price must be learned first. */
  @Nullable Event knownPrice() {
    if (spec.isOther()) {
      return new Event.Priced(new Price(spec.options().price(), null), null, false);
    }
    Price known;
    try {
      known = runner.spending.knownPrice(spec.operation(), machine.needsPrice());
    } catch (Throwable thrown) {
      return new Event.Priced(null, thrown, hold != null);
    }
    return known == null ? null : new Event.Priced(known, null, hold != null && reservedLongAgo());
  }

  CompletableFuture<?> learnPrice() {
    try {
      return runner.spending.learnPrice(spec.operation(), machine.needsPrice());
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  Duration patience() {
    try {
      return runner.spending.pricePatience(spec.operation(), machine.needsPrice());
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the price list", thrown);
      return Duration.ZERO;
    }
  }

  private @Nullable Price without() {
    return price(() -> runner.spending.priceWithout(spec.operation(), machine.needsPrice()));
  }

  /** The price that the call waited for, or what it goes on with when none came in time. */
  Event priced(CompletableFuture<?> asked) {
    Throwable thrown = asked.isDone() ? failureOf(asked) : null;
    boolean known = asked.isDone() && thrown == null;
    Price price = known ? (Price) asked.join() : thrown == null ? without() : null;
    return new Event.Priced(price, thrown, hold != null && reservedLongAgo());
  }

  /** The price was not known when the request was sent; another call may have read it since. */
  void learnLate() {
    if (spec.isOther()) return;
    Price price = price(() -> runner.spending.knownPrice(spec.operation(), true));
    if (price != null) machine.learned(price);
  }

  private @Nullable Price price(Supplier<@Nullable Price> source) {
    try {
      Price known = source.get();
      return known == null || known.usd() == null ? null : known;
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the price list", thrown);
      return null;
    }
  }

  /**
   * The last look before the first byte: a newer price that is another one; null if the call may be
   * sent as it is. A price that is merely old keeps its place in the line.
   */
  @Nullable Event repriced() {
    BigDecimal before = machine.priceUsd();
    if (before == null || spec.isOther()) return null;
    boolean wasFree = before.signum() == 0;
    Price price =
        price(
            () ->
                wasFree
                    ? runner.spending.knownPrice(spec.operation(), true)
                    : runner.spending.newestPrice(spec.operation()));
    BigDecimal usd = price == null ? null : price.usd();
    // Nothing is reserved for what was free, and a charge of NONE has to be certain.
    if (usd == null && wasFree) return new Event.Repriced(null);
    return usd == null || usd.compareTo(before) == 0 ? null : new Event.Repriced(price);
  }

  /**
   * Whether the clock has moved by more than a minute, in any direction, since the money was
   * reserved.
   */
  private boolean reservedLongAgo() {
    return Duration.between(reservedAt, runner.clock.instant()).abs().compareTo(LONG_AGO) > 0;
  }

  // --- the reservation ---

  /** Reserves the amount; an earlier reservation is booked and released first. */
  Event reserve(BigDecimal amountUsd) {
    SpendHold before = hold;
    List<SpendEntry> booked = entries;
    hold = null;
    try {
      boolean priced = machine.priceUsd() != null;
      BigDecimal amount = priced ? amountUsd : guess(amountUsd);
      Duration atMost = machine.mayTake(runner.spending.maxTopUpWait(), runner.nanos.getAsLong());
      Purchase purchase = spec.purchase(atMost, priced);
      SpendDecision decision;
      if (before == null) {
        decision = runner.spending.reserve(purchase, amount);
      } else {
        entries = List.of();
        decision = runner.spending.renew(before, booked, purchase, amount);
      }
      if (decision instanceof SpendHold held) {
        hold = held;
        reservedAt = instant();
      }
      return new Event.Decided(decision);
    } catch (SpendStoreException away) {
      return new Event.Threw("spend control", away);
    } catch (Throwable thrown) {
      // It is not known whether the attempts were booked; booking them again has no effect.
      hold = before;
      entries = booked;
      return new Event.Threw("spend control", thrown);
    }
  }

  /** An expired price is still the best estimate of what to reserve. */
  private BigDecimal guess(BigDecimal usd) {
    if (spec.isOther()) return usd;
    Price last = runner.spending.newestPrice(spec.operation());
    return last == null || last.usd() == null ? usd : last.usd();
  }

  // --- the queue for a top-up ---

  /** Null when the call does not wait for a top-up. */
  Call.Step.@Nullable Await awaitTopUp(InsufficientFundsException refusal) {
    try {
      BigDecimal stated = refusal.priceUsd();
      // What a balance does not cover is not free, whatever the refusal says.
      if (stated != null && stated.signum() > 0) runner.spending.heard(spec.operation(), stated);
      Duration atMost = runner.spending.maxTopUpWait();
      if (atMost.isZero()) return null;

      Spending.TopUpPlace mine = place;
      if (mine == null) {
        mine = runner.spending.topUpPlace();
        place = mine;
      }
      return new Call.Step.Await(
          mine.await(refusal), machine.topUpWait(atMost, runner.nanos.getAsLong()));
    } catch (Throwable thrown) {
      return new Call.Step.Await(CompletableFuture.failedFuture(thrown), Duration.ZERO);
    }
  }

  /** The wait for a top-up is over, or has reached its limit. */
  Event toppedUp(CompletableFuture<?> wait) {
    if (!wait.isDone()) return new Event.ToppedUp(false);
    Throwable thrown = failureOf(wait);
    return thrown != null
        ? new Event.Threw("the top-up policy", thrown)
        : new Event.ToppedUp(Boolean.TRUE.equals(wait.join()));
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) return null;
    Throwable thrown = done.handle((value, e) -> e).join();
    return thrown == null ? null : LinkedFuture.causeOf(thrown);
  }

  /** The call was itself a top-up, and succeeded. */
  void raised(BigDecimal amountUsd) {
    try {
      runner.spending.balanceRaised(amountUsd);
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the ledger", thrown);
    }
  }

  // --- the books ---

  /** An attempt has ended; it will be booked with the reservation, if there is one. */
  void add(Attempt<?> ended) {
    if (hold == null) return;
    Charge charge = ended.charge();
    BigDecimal charged = charge.kind() == Charge.Kind.CHARGED ? charge.amountUsd() : null;
    BigDecimal price = machine.priceUsd();
    SpendScope scope = spec.options().scope();
    String loadNumber = spec.loadNumber();
    if (entries.isEmpty()) entries = new ArrayList<>(1);
    entries.add(
        new SpendEntry(
            0,
            instant(),
            spec.operation(),
            loadNumber != null ? loadNumber : ended.loadNumber(),
            spec.idempotencyKey(),
            ended.requestId(),
            machine.attempts(),
            charge.kind(),
            charged != null ? charged : price != null ? price : guess(BigDecimal.ZERO),
            scope == null ? SpendScope.CLIENT : scope.path(),
            BigDecimal.ZERO));
  }

  /** The time of day, even if the caller's clock throws, so that no entry is lost. */
  Instant instant() {
    try {
      return runner.clock.instant();
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the clock", thrown);
      return Instant.now();
    }
  }

  /**
   * Books the attempts. What another call of the same key was charged, when an attempt brought that
   * charge too: each charge is told once, by the call whose entry carries it. Unknown if the books
   * know the load otherwise. Null if the call was right.
   */
  @Nullable Charge settle() {
    Spending.TopUpPlace queued = place;
    if (queued != null) {
      try {
        queued.release();
      } catch (Throwable thrown) {
        runner.observer.ignored(spec, callId, "the top-up policy", thrown);
      }
    }
    SpendHold held = hold;
    hold = null;
    if (held == null) return null;
    try {
      List<SpendEntry> booked = runner.spending.settle(held, entries);
      if (booked.isEmpty()) return null;
      SpendEntry told = last(entries, Charge.Kind.CHARGED);
      if (told == null) told = last(entries, Charge.Kind.UNKNOWN);
      if (told == null || last(booked, told.outcome()) != null) return null;
      boolean another = last(booked, Charge.Kind.UNKNOWN) != null;
      return another ? Charge.UNKNOWN : Charge.charged(told.amountUsd());
    } catch (Throwable thrown) {
      runner.observer.unbooked(spec, callId, entries, thrown);
      return null;
    }
  }

  /** The last of the entries with this outcome; null if none has it. */
  private static @Nullable SpendEntry last(List<SpendEntry> entries, Charge.Kind outcome) {
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).outcome() == outcome) return entries.get(i);
    }
    return null;
  }
}
