package io.freightsdk.spend;

import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store of some kind, books on it, and the clock they go by. */
abstract class StoreTest {
  static final String PRICE = "0.65";
  static final SpendScope UNLIMITED = SpendScope.client(SpendLimits.none());

  final MovableClock clock = new MovableClock();
  private SpendStore store;
  TestBooks books;

  abstract SpendStore create(Clock clock);

  @BeforeEach
  void createStore() {
    store = create(clock);
    books = new TestBooks(store, clock);
  }

  @AfterEach
  void closeStore() {
    books.books.close(Duration.ZERO);
    store.close();
  }

  SpendStore store() {
    return store;
  }

  /** A minute later, when what was lost is surely not on its way any more. */
  Reconciliation reconcile() {
    clock.advance(Duration.ofMinutes(1));
    return books.books.ledger().reconcile();
  }

  static SpendLimits.Builder limits() {
    return SpendLimits.builder();
  }

  static SpendScope client(SpendLimits.Builder limits) {
    return SpendScope.client(limits.build());
  }

  static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}
