package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A ledger in a storage of some kind, and the time that it goes by. */
abstract class LedgerFixture {
  static final String PRICE = "0.65";

  final MovableClock time = new MovableClock();
  private TestStorage storages;
  private LedgerStorage storage;
  TestLedger ledger;

  /** A new, empty ledger each time. */
  protected abstract TestStorage storage();

  @BeforeEach
  void openLedger() {
    storages = storage();
    storage = storages.open(time);
    ledger = new TestLedger(storage, time);
  }

  @AfterEach
  void closeLedger() {
    ledger.ledger.close();
  }

  /** The same ledger in another process. */
  TestLedger other(SpendLimit... limits) {
    return new TestLedger(storages.open(time), time, limits);
  }

  LedgerStorage rows() {
    return storage;
  }

  /** More than is read or purged at once, where that takes no time. */
  int many() {
    return storage instanceof MemoryStorage ? 1100 : 20;
  }

  void moveTo(String instant) {
    time.set(Instant.parse(instant));
  }

  /** The limits of the client. */
  static SpendScope client(SpendLimit... limits) {
    return SpendScope.client(limits);
  }

  static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }

  static Duration minutes(long minutes) {
    return Duration.ofMinutes(minutes);
  }
}
