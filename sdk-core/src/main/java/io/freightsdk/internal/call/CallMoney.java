package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.call.AttemptClassifier.Attempt;
import io.freightsdk.internal.concurrent.LinkedFuture;
import io.freightsdk.internal.money.PriceCache.Price;
import io.freightsdk.internal.money.TopUps;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The money of one call: its price, its reservation, the entries of its attempts and its place in
 * the queue for a top-up. What prices, books and top-ups say or throw becomes what the machine is
 * told.
 */
final class CallMoney<T> {
  /** Well below the five minutes by which the ledger refuses a key early. */
  private static final Duration LONG_AGO = Duration.ofMinutes(1);

  /** Books that have not answered so many calls are asked nothing: each call keeps a thread. */
  private static final int MOST_UNANSWERED = 256;

  private final CallRunner runner;
  private final CallSpec<T> spec;
  private final String callId;
  private final CallMachine<T> machine;

  /** What the books were asked last. */
  private volatile @Nullable BooksQuestion asked;

  /** What the books decide; null when they were asked nothing, or the call has heard them. */
  private @Nullable Reserving reserving;

  private @Nullable SpendHold hold;
  private Instant reservedAt = Instant.MIN;
  private Duration reservedFor = Duration.ZERO;

  /** Whether a limit may go by the price. */
  private boolean isYoung;

  private List<SpendEntry> entries = List.of();
  private TopUps.@Nullable Place place;

  CallMoney(CallRunner runner, CallSpec<T> spec, String callId, CallMachine<T> machine) {
    this.runner = runner;
    this.spec = spec;
    this.callId = callId;
    this.machine = machine;
  }

  private long now() {
    return runner.nanos.getAsLong();
  }

  // --- the price ---

  /** Goes on with the price as known now; null when it must be learned first. */
  @Nullable Next<T> price() {
    if (spec.isOther()) {
      return machine.priced(new Price(spec.options().price(), null), null, false, now());
    }
    Price known;
    try {
      known = runner.prices.known(spec.operation(), true);
      isYoung = known != null || machine.needsPrice();
      if (!isYoung) known = runner.prices.known(spec.operation(), false);
    } catch (Throwable thrown) {
      return priced(null, thrown);
    }
    return known == null ? null : priced(known, null);
  }

  CompletableFuture<Price> learnPrice() {
    return runner.prices.learn(spec.operation());
  }

  Duration patience() {
    return runner.prices.patience(spec.operation());
  }

  /** The price that the call waited for, or what it goes on with when none came in time. */
  Next<T> priced(CompletableFuture<Price> asked) {
    if (!asked.isDone()) {
      return priced(runner.prices.without(spec.operation()), null);
    }
    Throwable thrown = failureOf(asked);
    return priced(thrown == null ? asked.join() : null, thrown);
  }

  private Next<T> priced(@Nullable Price price, @Nullable Throwable why) {
    // In any direction: the clock may have been set.
    boolean longAgo = sinceReserved().abs().compareTo(LONG_AGO) > 0;
    return machine.priced(price, why, longAgo, now());
  }

  private Duration sinceReserved() {
    return hold == null ? Duration.ZERO : Duration.between(reservedAt, runner.clock.instant());
  }

  /**
   * The reading that an answer waits for to say what it cost; null if there is none to wait for.
   */
  @Nullable CompletableFuture<?> latePrice() {
    return spec.isOther() || stated(() -> runner.prices.known(spec.operation(), true)) != null
        ? null
        : runner.prices.coming();
  }

  /** The price was not known when the request was sent; it may have been read since. */
  void learnLate() {
    if (spec.isOther()) return;
    Price price = stated(() -> runner.prices.known(spec.operation(), true));
    if (price != null) machine.learned(price);
  }

  /** The price that a source says; null if it says none, or throws. */
  private @Nullable Price stated(Supplier<@Nullable Price> source) {
    try {
      Price known = source.get();
      return known == null || known.usd() == null ? null : known;
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the price list", thrown);
      return null;
    }
  }

  /**
   * The last look before the first byte: reserves again if the machine slept longer than the
   * reservation lasts, and goes on with a newer price that is another one; null if the call may be
   * sent as it is. A price that is merely old keeps its place in the line.
   */
  @Nullable Next<T> lastLook() {
    boolean lapsed = !machine.isFree() && sinceReserved().compareTo(reservedFor) > 0;
    if (lapsed) return machine.lapsed();
    BigDecimal before = machine.priceUsd();
    if (before == null || spec.isOther()) return null;
    boolean wasFree = before.signum() == 0;
    Price price =
        stated(
            () ->
                wasFree
                    ? runner.prices.known(spec.operation(), true)
                    : runner.prices.newest(spec.operation()));
    BigDecimal usd = price == null ? null : price.usd();
    boolean same = usd == null ? !wasFree : usd.compareTo(before) == 0;
    // Nothing is reserved for what was free, and a charge of NONE has to be certain.
    return same ? null : machine.priced(price, null, false, now());
  }

  // --- the reservation ---

  /**
   * Reserves the amount; an earlier reservation is booked and released first. Books that may block
   * decide on a thread of the client, so that they hold no call beyond its deadline.
   */
  CompletableFuture<SpendDecision> reserve(BigDecimal amountUsd) {
    try {
      if (runner.unanswered.size() >= MOST_UNANSWERED) throw hanging();
      boolean priced = machine.priceUsd() != null;
      BigDecimal amount = priced ? amountUsd : guess(amountUsd);
      boolean young = priced && (isYoung || spec.isOther());
      Purchase purchase =
          spec.purchase(machine.mayTake(runner.topUps.maxWait, now()), priced, young);
      Reserving open = new Reserving(purchase, amount, hold, entries);
      reserving = open;
      hold = null;
      entries = List.of();
      ask(open);
      return open.decision;
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  private void ask(BooksQuestion question) {
    asked = question;
    runner.withBooks(question);
  }

  /** Whether one of these threads asks the books for the call. */
  boolean asksIn(Set<Thread> threads) {
    BooksQuestion last = asked;
    return last != null && last.isAskedIn(threads);
  }

  private static SpendStoreException hanging() {
    String fact =
        "spend store: %d calls have ended without an answer of it; nothing was sent"
            .formatted(MOST_UNANSWERED);
    return new SpendStoreException(fact, new TimeoutException(fact), true);
  }

  /** The books have decided, or the call cannot wait for them any longer. */
  Next<T> reserved(CompletableFuture<SpendDecision> decision) {
    hearBooks();
    if (decision.isCancelled()) return machine.timeUp(FreightTimeoutException.BOOKS);
    Throwable thrown = failureOf(decision);
    return thrown == null
        ? machine.decided(decision.join(), now())
        : machine.threw("the spend store", thrown);
  }

  /** What the books have decided becomes the call's; from now on they are too late. */
  private void hearBooks() {
    Reserving open = reserving;
    reserving = null;
    if (open == null) return;
    // Before its thread can see that nobody waits for the answer.
    runner.unanswered.add(open);
    if (open.decision.cancel(false)) return;
    runner.unanswered.remove(open);
    Throwable thrown = failureOf(open.decision);
    if (thrown == null && open.decision.join() instanceof SpendHold held) {
      hold = held;
      reservedAt = instant();
      reservedFor = open.purchase.atMost();
    } else if (thrown != null && !(thrown instanceof SpendStoreException)) {
      // It is not known whether the attempts were booked; booking them again has no effect.
      hold = open.before;
      entries = open.booked;
    }
  }

  /** One question to the books. Who hears them too late has reserved nothing. */
  private final class Reserving extends BooksQuestion {
    private final CompletableFuture<SpendDecision> decision = new CompletableFuture<>();
    private final Purchase purchase;
    private final BigDecimal amount;
    private final @Nullable SpendHold before;
    private final List<SpendEntry> booked;

    /**
     * @param before the reservation that it replaces; null if there is none
     * @param booked the attempts that are booked with it
     */
    Reserving(
        Purchase purchase, BigDecimal amount, @Nullable SpendHold before, List<SpendEntry> booked) {
      this.purchase = purchase;
      this.amount = amount;
      this.before = before;
      this.booked = booked;
    }

    @Override
    void ask() {
      try {
        SpendDecision made =
            before == null
                ? runner.books.reserve(purchase, amount)
                : runner.books.renew(before, booked, purchase, amount);
        boolean tooLate = !decision.complete(made);
        if (tooLate && made instanceof SpendHold held) runner.books.settle(held, List.of());
      } catch (Throwable thrown) {
        boolean tooLate = !decision.completeExceptionally(thrown);
        // What the store itself refused, the books keep.
        boolean kept = thrown instanceof SpendStoreException;
        if (tooLate && !kept && before != null) runner.books.settle(before, booked);
      }
      if (decision.isCancelled()) runner.answered(this);
    }
  }

  /** An expired price is still the best estimate of what to reserve. */
  private BigDecimal guess(BigDecimal usd) {
    if (spec.isOther()) return usd;
    Price last = runner.prices.newest(spec.operation());
    return last == null || last.usd() == null ? usd : last.usd();
  }

  // --- the queue for a top-up ---

  /** How long the call may wait; zero when it does not. */
  Duration topUpWait() {
    return machine.topUpWait(runner.topUps.maxWait, now());
  }

  /** A refusal with 402: waits in the place that the call keeps from its first one to its end. */
  CompletableFuture<Boolean> awaitTopUp(InsufficientFundsException refusal) {
    try {
      BigDecimal stated = refusal.priceUsd();
      // What a balance does not cover is not free, whatever the refusal says.
      if (stated != null && stated.signum() > 0) runner.prices.heard(spec.operation(), stated);
      if (runner.topUps.maxWait.isZero()) return CompletableFuture.completedFuture(false);
      if (place == null) place = runner.topUps.place();
      return place.await(refusal);
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** The wait for a top-up is over, or has reached its limit. */
  Next<T> toppedUp(CompletableFuture<Boolean> wait) {
    Throwable thrown = wait.isDone() ? failureOf(wait) : null;
    if (thrown != null) return machine.threw("the top-up policy", thrown);
    return machine.toppedUp(wait.isDone() && Boolean.TRUE.equals(wait.join()), now());
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> done) {
    if (!done.isCompletedExceptionally()) return null;
    Throwable thrown = done.handle((value, e) -> e).join();
    return thrown == null ? null : LinkedFuture.causeOf(thrown);
  }

  /** The call was itself a top-up, and succeeded. */
  void raised(BigDecimal amountUsd) {
    try {
      runner.topUps.look();
      runner.books.toppedUp(amountUsd);
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
            spec.chargedKey(),
            ended.requestId(),
            machine.attempts(),
            charge.kind(),
            charged != null ? charged : price != null ? price : guess(BigDecimal.ZERO),
            scope == null ? SpendScope.CLIENT : scope.path(),
            price != null ? price : BigDecimal.ZERO));
  }

  /** The time of day, even if the caller's clock throws, so that no entry is lost. */
  Instant instant() {
    try {
      return runner.clock.instant();
    } catch (Throwable thrown) {
      runner.observer.ignored(spec, callId, "the clock", thrown);
      return runner.machine.now();
    }
  }

  /**
   * Books the attempts: the call as a whole is over.
   *
   * @param awaited what it has waited for last, and nobody needs any more; null for nothing
   */
  CompletableFuture<List<SpendEntry>> book(@Nullable CompletableFuture<?> awaited) {
    hearBooks();
    if (awaited != null) awaited.cancel(false);
    if (place != null) place.release();
    SpendHold held = hold;
    if (held == null) return CompletableFuture.completedFuture(List.of());
    CompletableFuture<List<SpendEntry>> booking = new CompletableFuture<>();
    ask(
        BooksQuestion.of(
            () -> {
              try {
                booking.complete(runner.books.settle(held, entries));
              } catch (Throwable thrown) {
                booking.completeExceptionally(thrown);
              }
            }));
    return booking;
  }

  /**
   * The attempts are booked, or will be later. What another call of the same key was charged, when
   * an attempt brought that charge too: each charge is told once, by the call whose entry carries
   * it. Unknown if the books know the load otherwise. Null if the call was right.
   */
  @Nullable Charge booked(CompletableFuture<List<SpendEntry>> booking) {
    SpendHold held = hold;
    hold = null;
    try {
      if (held != null && booking.cancel(false)) runner.books.settleLater(held, entries);
      if (booking.isCancelled()) return null;
      List<SpendEntry> booked = booking.get();
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
