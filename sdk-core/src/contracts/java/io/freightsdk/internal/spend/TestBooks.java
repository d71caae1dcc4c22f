package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.NoTime;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Books of one client over a store, with a service whose balance and prices a test sets. */
public final class TestBooks implements SpendListener, SpendBooks.FreeReads {
  /** How long a call may take; a minute later its hold is dead. */
  public static final Duration CALL = Duration.ofMinutes(2);

  /** When a hold is dead. */
  public static final Duration HOLD = CALL.plusMinutes(1);

  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  public BigDecimal balance = new BigDecimal("100");
  public final Map<String, BigDecimal> prices = new HashMap<>();

  /** Happens once, while the next balance is on its way. */
  public @Nullable Runnable whileBalanceIsRead;

  public final List<SpendEntry> unstored = new ArrayList<>();
  public final List<SpendEntry> heard = new ArrayList<>();
  public final List<SpendRefusal> refusals = new ArrayList<>();
  public final SpendBooks books;

  public TestBooks(SpendStore store, Clock clock) {
    this(store, clock, SpendLimits.none());
  }

  /** Books of a client with limits of its own. */
  public TestBooks(SpendStore store, Clock clock, SpendLimits limits) {
    this(store, clock, limits, clock);
  }

  /**
   * Books of a process.
   *
   * @param clock the time of day as the process has it
   * @param time by which its monotonic clock runs
   */
  public TestBooks(SpendStore store, Clock clock, SpendLimits limits, Clock time) {
    this.books =
        new SpendBooks(
            new SpendSettings(
                limits,
                store,
                List.of(this),
                TopUpPolicy.failFast(),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5)),
            Environments.of(
                clock, () -> ChronoUnit.NANOS.between(START, time.instant()), new NoTime()),
            Environments.THREADS,
            this);
  }

  /** The process reads the price list, and tells the books. */
  public void read(PriceReading list) {
    if (books.read(list)) books.tell();
  }

  public SpendDecision reserve(SpendScope scope, String usd, @Nullable String key) {
    return books.reserve(purchase(scope, key), new BigDecimal(usd));
  }

  public static Purchase purchase(SpendScope scope, @Nullable String key) {
    Operation operation = key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD;
    return new Purchase(operation, key, "", scope, CALL, true, true);
  }

  public SpendHold hold(SpendScope scope, String usd, @Nullable String key) {
    return held(reserve(scope, usd, key));
  }

  public SpendRefusal refused(SpendScope scope, String usd, @Nullable String key) {
    SpendDecision decision = reserve(scope, usd, key);
    assertThat(decision).isInstanceOf(SpendDecision.Refused.class);
    return ((SpendDecision.Refused) decision).refusal();
  }

  public static SpendHold held(SpendDecision decision) {
    assertThat(decision).isInstanceOf(SpendHold.class);
    return (SpendHold) decision;
  }

  /** Settles with one attempt for each outcome, and gives the entries as they were booked. */
  public List<SpendEntry> settle(SpendHold hold, String usd, Charge.Kind... outcomes) {
    int before = heard.size();
    books.settle(hold, attempts(hold, usd, outcomes));
    return List.copyOf(heard.subList(before, heard.size()));
  }

  public static List<SpendEntry> attempts(SpendHold hold, String usd, Charge.Kind... outcomes) {
    List<SpendEntry> attempts = new ArrayList<>();
    for (Charge.Kind outcome : outcomes) {
      boolean none = outcome == Charge.Kind.NONE;
      attempts.add(
          new SpendEntry(
              0,
              Instant.EPOCH,
              hold.operation(),
              null,
              hold.key(),
              null,
              attempts.size() + 1,
              outcome,
              none ? BigDecimal.ZERO : new BigDecimal(usd),
              hold.scope(),
              BigDecimal.ZERO));
    }
    return attempts;
  }

  /** Settles with one attempt whose answer names the load. */
  public List<SpendEntry> settle(SpendHold hold, String usd, Charge.Kind outcome, String load) {
    SpendEntry told = attempts(hold, usd, outcome).get(0);
    return books.settle(
        hold,
        List.of(
            new SpendEntry(
                0,
                told.at(),
                told.operation(),
                load,
                told.idempotencyKey(),
                null,
                told.attempt(),
                outcome,
                told.amountUsd(),
                told.scope(),
                BigDecimal.ZERO)));
  }

  /** A call that is made and settled at once. */
  public List<SpendEntry> pay(
      SpendScope scope, String usd, @Nullable String key, Charge.Kind outcome) {
    return settle(hold(scope, usd, key), usd, outcome);
  }

  /** Now by the clocks of the process. */
  public Moment now() {
    return books.now();
  }

  public SpendTotals totals() {
    return books.ledger().totals();
  }

  public List<SpendEntry> entries() {
    return books.ledger().entries(SpendFilter.all());
  }

  @Override
  public void onEntry(SpendEntry entry) {
    heard.add(entry);
  }

  @Override
  public void onRefusal(SpendRefusal refusal) {
    refusals.add(refusal);
  }

  @Override
  public void onUnstored(SpendEntry attempt, RuntimeException failure) {
    unstored.add(attempt);
  }

  @Override
  public CompletableFuture<Balance> balance() {
    Runnable meanwhile = whileBalanceIsRead;
    whileBalanceIsRead = null;
    if (meanwhile != null) meanwhile.run();
    return CompletableFuture.completedFuture(Balance.builder().balanceUsd(balance).build());
  }

  @Override
  public CompletableFuture<Pricing> pricing() {
    return CompletableFuture.completedFuture(Pricing.builder().prices(prices).build());
  }
}
