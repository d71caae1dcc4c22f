package io.freightsdk.internal.money;

import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.call.Spending;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendBooks.FreeReads;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The spend control of one client: its prices, its books and its queue for a top-up. */
public final class SpendControl implements Spending {
  private final SpendBooks books;
  private final PriceCache prices;
  private final TopUps topUps;

  /**
   * @param threads for work that may block: a top-up handler, a database
   */
  public SpendControl(
      SpendSettings settings, FreeReads reads, Environment environment, Executor threads) {
    this.books =
        new SpendBooks(
            settings,
            environment.clock(),
            environment.nanoTime(),
            reads,
            threads,
            (pause, task) -> environment.timer().after(pause, task));
    this.prices =
        new PriceCache(
            reads::pricing,
            books::told,
            books::newest,
            environment.clock(),
            environment.nanoTime(),
            settings.priceLife(),
            settings.maxPriceAge(),
            threads);
    this.topUps = new TopUps(settings.topUp(), reads::balance, environment, threads);
  }

  @Override
  public boolean mayBlock() {
    return books.mayBlock();
  }

  @Override
  public boolean isLimited(@Nullable SpendScope scope) {
    return books.isLimited(scope);
  }

  @Override
  public @Nullable Price knownPrice(Operation operation, boolean needed) {
    return prices.known(operation, needed);
  }

  @Override
  public @Nullable Price newestPrice(Operation operation) {
    return prices.newest(operation);
  }

  @Override
  public CompletableFuture<Price> learnPrice(Operation operation, boolean needed) {
    return prices.learn(operation, needed);
  }

  @Override
  public Duration pricePatience(Operation operation, boolean needed) {
    return prices.patience(operation, needed);
  }

  @Override
  public Price priceWithout(Operation operation, boolean needed) {
    return prices.without(operation, needed);
  }

  @Override
  public void heard(Operation operation, BigDecimal priceUsd) {
    prices.heard(operation, priceUsd);
  }

  @Override
  public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
    return books.reserve(purchase, amountUsd);
  }

  @Override
  public SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd) {
    return books.renew(hold, attempts, purchase, amountUsd);
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts) {
    return books.settle(hold, attempts);
  }

  @Override
  public void balanceRaised(BigDecimal amountUsd) {
    topUps.look();
    books.toppedUp(amountUsd);
  }

  @Override
  public Duration maxTopUpWait() {
    return topUps.maxWait;
  }

  @Override
  public TopUpPlace topUpPlace() {
    return topUps.place();
  }

  public PriceBook prices() {
    return prices;
  }

  public SpendLedger ledger() {
    return books.ledger();
  }

  /** A read was answered with a position that another call paid for: its price was saved. */
  public void shared(Operation operation) {
    Price price = prices.newest(operation);
    if (price != null && price.usd() != null) books.saved(price.usd());
  }

  /** The balance was raised; it is read at once if calls wait for it. */
  public void toppedUp() {
    topUps.look();
  }

  /** Ends the wait of all calls that wait for a top-up. Idempotent. */
  public void stopWaiting() {
    topUps.close();
  }

  /** Waits until everything is booked, at most this long, and logs what is not. */
  public void close(Duration bound) {
    books.close(bound);
  }
}
