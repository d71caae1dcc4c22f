package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A ledger over a storage, and what its callers say. */
final class TestLedger {
  /** How long a call may take; a minute later its reservation expires. */
  static final Duration CALL = Duration.ofMinutes(2);

  /** When a reservation expires. */
  static final Duration EXPIRES = CALL.plusMinutes(1);

  /** Whose money it is. */
  static final String ACCOUNT = "0a1b2c3d-0123456789abcdef";

  private static final AtomicLong NAMES = new AtomicLong();

  final SpendLedger ledger;
  final MovableClock time;
  final LedgerGuard guard;

  TestLedger(LedgerStorage storage, MovableClock time) {
    this(storage, time, SpendLimits.none());
  }

  TestLedger(LedgerStorage storage, MovableClock time, SpendLimits limits) {
    this.time = time;
    this.ledger = new SpendLedger(storage);
    this.guard = ledger.guard(limits);
  }

  /** A creation under a key, or a read without one. */
  Purchase purchase(SpendScope scope, String usd, String key) {
    return purchase(scope, usd, key, CALL);
  }

  /** A read that may take so long. */
  Purchase read(SpendScope scope, String usd, Duration call) {
    return purchase(scope, usd, null, call);
  }

  /** One that may take so long. */
  Purchase purchase(SpendScope scope, String usd, String key, Duration call) {
    return new Purchase(
        "r" + NAMES.incrementAndGet(),
        "call",
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
        ACCOUNT,
        key,
        key == null ? null : "PO-7",
        key == null ? "LD-7" : null,
        scope,
        new Quote(new BigDecimal(usd), time.instant()),
        call);
  }

  Decision reserve(Purchase purchase) {
    return guard.reserve(purchase);
  }

  Decision reserve(SpendScope scope, String usd, String key) {
    return reserve(purchase(scope, usd, key));
  }

  Reservation hold(SpendScope scope, String usd, String key) {
    return held(reserve(scope, usd, key));
  }

  static Reservation held(Decision decision) {
    assertThat(decision).isInstanceOf(Reservation.class);
    return (Reservation) decision;
  }

  LimitReached refused(SpendScope scope, String usd, String key) {
    Decision decision = reserve(scope, usd, key);
    assertThat(decision).isInstanceOf(LimitReached.class);
    return (LimitReached) decision;
  }

  Charge complete(Reservation reservation, Charge.Kind kind) {
    return complete(reservation, kind, null);
  }

  Charge complete(Reservation reservation, Charge.Kind kind, String load) {
    Outcome outcome = new Outcome(kind, load, load == null ? null : "id-" + load, null, null);
    return guard.complete(reservation.purchase(), outcome);
  }

  /** A call that is made and has ended. */
  Charge pay(SpendScope scope, String usd, String key, Charge.Kind kind) {
    return complete(hold(scope, usd, key), kind);
  }

  Charge lose(String usd, String key) {
    return pay(null, usd, key, Charge.Kind.UNKNOWN);
  }

  /** Compares with the balance that the service gives of the account. */
  BalanceComparison compare(Supplier<BigDecimal> balanceUsd) {
    return compare(ACCOUNT, balanceUsd);
  }

  BalanceComparison compare(String account, Supplier<BigDecimal> balanceUsd) {
    return ledger.compare(() -> new SpendLedger.AccountBalance(account, balanceUsd.get()));
  }

  SpendTotals totals() {
    return ledger.totals();
  }

  SpendTotals totals(SpendScope scope) {
    return ledger.totals(SpendFilter.all().scope(scope));
  }

  List<SpendEntry> entries() {
    return ledger.entries(SpendFilter.all(), 0, 10_000);
  }
}
