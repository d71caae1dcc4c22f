package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.Cancellable;
import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.internal.transport.DaemonThreads;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendRefusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** Looks after the money of one client: opens an account for every call that may cost something. */
public final class SpendControl implements MoneyHooks {
  /** A call without limits does not wait longer for a price that nobody has read yet. */
  private static final Duration PRICE_PATIENCE = Duration.ofSeconds(2);

  /** How long a close waits for what the store has not taken yet. */
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  private static final CompletableFuture<CallAccount> FREE =
      CompletableFuture.completedFuture(
          new CallAccount() {
            @Override
            public BigDecimal priceUsd() {
              return BigDecimal.ZERO;
            }
          });

  private final Environment environment;
  private final ExecutorService threads = DaemonThreads.pool("freight-spend");
  private final SpendBooks books;
  private final Duration deadline;
  private final PriceCache prices;
  private final TopUps topUps;

  public SpendControl(SpendSettings settings, FreeReads reads, Environment environment) {
    this.environment = environment;
    this.books = new SpendBooks(settings, environment.clock(), service(reads), threads);
    this.deadline = settings.deadline();
    this.prices = new PriceCache(reads::pricing, environment.clock(), settings.priceLife());
    this.topUps =
        new TopUps(
            settings.topUp(),
            new TopUpDesk(reads::balance, environment.timer(), environment.random()),
            environment.timer(),
            threads);
  }

  private static SpendBooks.ServiceReads service(FreeReads reads) {
    return new SpendBooks.ServiceReads() {
      @Override
      public BigDecimal balanceUsd() {
        return Waiting.on(reads.balance(), Operation.GET_BALANCE).balanceUsd();
      }

      @Override
      public Map<String, BigDecimal> pricesUsd() {
        return Waiting.on(reads.pricing(), Operation.GET_PRICING).prices();
      }
    };
  }

  SpendBooks.Purchase purchase(CallPlan plan) {
    Duration own = plan.options().deadline();
    // Only this operation's key is promised to be charged once (API description, section 4.1).
    boolean keyed = plan.operation() == Operation.CREATE_LOAD;
    return new SpendBooks.Purchase(
        plan.operation(),
        keyed ? plan.idempotencyKey() : null,
        plan.options().scope(),
        own == null ? deadline : own);
  }

  SpendBooks books() {
    return books;
  }

  /** Runs work of the store where it may wait, if it may. */
  CompletableFuture<Void> run(Runnable work) {
    if (books.mayBlock()) return CompletableFuture.runAsync(work, threads);
    try {
      work.run();
      return CompletableFuture.completedFuture(null);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<CallAccount> open(CallPlan plan) {
    Operation operation = plan.operation();
    BigDecimal topUpUsd = plan.topUpUsd();
    if (topUpUsd != null) {
      return CompletableFuture.completedFuture(new CardTopUp(this, topUpUsd));
    }
    // Every status write is refused by the service (API description, section 4.3).
    boolean free = operation.priceKey() == null || operation == Operation.UPDATE_LOAD_STATUS;
    if (free) return FREE;

    CompletableFuture<PriceList> current = prices.current();
    if (current.isDone() && !current.isCompletedExceptionally()) {
      return open(plan, current.join().price(operation));
    }
    return whenPriced(plan, current).thenCompose(price -> open(plan, price.usd));
  }

  private record Price(@Nullable BigDecimal usd) {}

  /** Without limits, a price that cannot be read does not stop a call. */
  private CompletableFuture<Price> whenPriced(CallPlan plan, CompletableFuture<PriceList> current) {
    CompletableFuture<Price> price =
        current.thenApply(list -> new Price(list.price(plan.operation())));
    if (needsPrice(plan)) return price;

    CompletableFuture<Price> patient = price.exceptionally(failure -> new Price(null));
    Cancellable end =
        environment.timer().after(PRICE_PATIENCE, () -> patient.complete(new Price(null)));
    return patient.whenComplete((any, failure) -> end.cancel());
  }

  private boolean needsPrice(CallPlan plan) {
    return plan.options().maxPrice() != null || books.isLimited(plan.options().scope());
  }

  private CompletableFuture<CallAccount> open(CallPlan plan, @Nullable BigDecimal priceUsd) {
    if (priceUsd != null && priceUsd.signum() == 0) return FREE;
    if (priceUsd == null && needsPrice(plan)) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(
              "the service's price list names no price %s, so no limit can be kept"
                  .formatted(plan.operation().priceKey())));
    }
    BigDecimal maxPrice = plan.options().maxPrice();
    if (priceUsd != null && maxPrice != null && priceUsd.compareTo(maxPrice) > 0) {
      return CompletableFuture.failedFuture(
          new PriceLimitExceededException(
              FailureFacts.refused(plan.operation(), NextStep.FIX_REQUEST, plan.idempotencyKey()),
              priceUsd,
              maxPrice));
    }
    BigDecimal amount = priceUsd == null ? BigDecimal.ZERO : priceUsd;
    if (!books.mayBlock()) {
      return account(plan, priceUsd, books.reserve(purchase(plan), amount));
    }

    CompletableFuture<CallAccount> opened = new CompletableFuture<>();
    threads.execute(() -> openInStore(plan, priceUsd, amount, opened));
    return opened;
  }

  /** A call that ended while its money was set aside gets it back. */
  private void openInStore(
      CallPlan plan,
      @Nullable BigDecimal priceUsd,
      BigDecimal amount,
      CompletableFuture<CallAccount> opened) {
    try {
      SpendDecision decision = books.reserve(purchase(plan), amount);
      boolean taken =
          decision instanceof SpendHold hold
              ? opened.complete(new PaidCall(this, plan, priceUsd, hold))
              : opened.completeExceptionally(
                  refused(plan, ((SpendDecision.Refused) decision).refusal()));
      if (!taken && decision instanceof SpendHold hold) books.settle(hold, List.of());
    } catch (RuntimeException e) {
      opened.completeExceptionally(e);
    }
  }

  private CompletableFuture<CallAccount> account(
      CallPlan plan, @Nullable BigDecimal priceUsd, SpendDecision decision) {
    return decision instanceof SpendHold hold
        ? CompletableFuture.completedFuture(new PaidCall(this, plan, priceUsd, hold))
        : CompletableFuture.failedFuture(
            refused(plan, ((SpendDecision.Refused) decision).refusal()));
  }

  private static SpendLimitExceededException refused(CallPlan plan, SpendRefusal refusal) {
    boolean timeHelps = refusal.freesAt() != null;
    return new SpendLimitExceededException(
        new FailureFacts(
            plan.operation(),
            Charge.NONE,
            timeHelps,
            timeHelps ? NextStep.RETRY_LATER : NextStep.TOP_UP,
            0,
            plan.idempotencyKey()),
        refusal);
  }

  @Override
  public PriceBook prices() {
    return prices;
  }

  PriceCache priceCache() {
    return prices;
  }

  @Override
  public SpendLedger ledger() {
    return books.ledger();
  }

  TopUps topUps() {
    return topUps;
  }

  @Override
  public void shared(CallPlan plan) {
    BigDecimal price = prices.lastKnown(plan.operation());
    if (price != null) books.saved(price);
  }

  @Override
  public void toppedUp() {
    topUps.desk().look();
  }

  Environment environment() {
    return environment;
  }

  /** What still settles keeps its threads; those are daemons and end when idle. */
  @Override
  public void close() {
    topUps.desk().close();
    threads.shutdown();
    books.close(CLOSE_PATIENCE);
  }
}
