package io.freightsdk.interleavings;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.InMemorySpendStore;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.Environments;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Books in memory under one limit. */
abstract class BooksModel {
  static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final SpendScope CLIENT = SpendScope.client(SpendLimits.none());
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  private final BigDecimal limit;
  private final SpendBooks books;
  final AtomicInteger charged = new AtomicInteger();

  private static final class NoReads implements SpendBooks.FreeReads {
    @Override
    public CompletableFuture<Pricing> pricing() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Balance> balance() {
      return new CompletableFuture<>();
    }
  }

  BooksModel(String limit) {
    Interleavings.begin();
    this.limit = new BigDecimal(limit);
    this.books = booksUnder(limit);
  }

  private static SpendBooks booksUnder(String limit) {
    return new SpendBooks(
        new SpendSettings(
            SpendLimits.builder().total(limit).build(),
            new InMemorySpendStore(100),
            List.of(),
            TopUpPolicy.failFast(),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5)),
        Environments.of(Clock.fixed(NOW, ZoneOffset.UTC), () -> 0, Environments.machine().timer()),
        Environments.THREADS,
        new NoReads());
  }

  /** Sets money aside, and books how the call ended; nothing if it is refused. */
  void call(String key, Charge.Kind outcome) {
    Purchase purchase =
        new Purchase(
            Operation.CREATE_LOAD,
            key,
            key == null ? "" : "body",
            CLIENT,
            Duration.ofMinutes(1),
            true,
            true);
    if (!(books.reserve(purchase, PRICE) instanceof SpendHold hold)) return;
    if (outcome == null) {
      books.settle(hold, List.of());
      return;
    }
    if (outcome == Charge.Kind.CHARGED) charged.incrementAndGet();
    books.settle(
        hold,
        List.of(
            new SpendEntry(
                0,
                NOW,
                Operation.CREATE_LOAD,
                outcome == Charge.Kind.NONE ? null : "LD-1",
                key,
                null,
                1,
                outcome,
                PRICE,
                SpendScope.CLIENT,
                BigDecimal.ZERO)));
  }

  BigDecimal spent() {
    return books.ledger().totals(SpendFilter.all()).spentUsd();
  }

  /** Whether the whole of what is not spent can be set aside. */
  void requireNothingHeld() {
    BigDecimal left = limit.subtract(spent());
    if (left.signum() <= 0) return;
    Purchase rest =
        new Purchase(
            Operation.GET_LOAD_POSITION, null, "", CLIENT, Duration.ofMinutes(1), true, true);
    if (!(books.reserve(rest, left) instanceof SpendHold)) {
      throw new IllegalStateException("money is still set aside: " + left + " should be free");
    }
  }
}
