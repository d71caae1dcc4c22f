package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A ledger over a storage that is asked on the thread of the test, and a service of one account.
 */
final class TestLedger implements SpendListener {
  /** How long a call may take; a minute later its reservation expires. */
  static final Duration CALL = Duration.ofMinutes(2);

  /** When a reservation expires. */
  static final Duration EXPIRES = CALL.plusMinutes(1);

  private static final AtomicLong NAMES = new AtomicLong();

  final StoredLedger ledger;
  final VirtualTime time;
  final List<SpendEntry> heard = new ArrayList<>();
  final List<LimitReached> refusals = new ArrayList<>();
  final List<Outcome> unstored = new ArrayList<>();
  final Map<String, BigDecimal> prices =
      new HashMap<>(
          Map.of("load_create", new BigDecimal("0.65"), "position_read", new BigDecimal("0.02")));
  BigDecimal balance = new BigDecimal("100");

  /** Happens once, while the next balance is on its way to the ledger. */
  Runnable whileBalanceIsRead = () -> {};

  LedgerGuard guard;

  TestLedger(Storage storage, VirtualTime time) {
    this(storage, time, SpendLimits.none());
  }

  TestLedger(Storage storage, VirtualTime time, SpendLimits limits) {
    this.time = time;
    this.ledger =
        new StoredLedger(storage, time, null, this, new Outside(Runnable::run, time, time::nanos));
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

  private Purchase purchase(SpendScope scope, String usd, String key, Duration call) {
    return new Purchase(
        "r" + NAMES.incrementAndGet(),
        "call",
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
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
    Outcome outcome = new Outcome(kind, load, null);
    return guard.complete(reservation.purchase(), outcome);
  }

  /** A call that is made and has ended. */
  Charge pay(SpendScope scope, String usd, String key, Charge.Kind kind) {
    return complete(hold(scope, usd, key), kind);
  }

  Charge lose(String usd, String key) {
    return pay(null, usd, key, Charge.Kind.UNKNOWN);
  }

  SpendTotals totals() {
    return ledger.totals();
  }

  SpendTotals totals(SpendScope scope) {
    return ledger.totals(SpendFilter.all().scope(scope));
  }

  /** Purchases only. */
  List<SpendEntry> entries() {
    return ledger.entries(SpendFilter.all()).stream()
        .filter(entry -> entry.kind() == SpendEntry.Kind.PURCHASE)
        .toList();
  }

  Reconciliation reconcile() {
    return ledger.compare(
        () -> Pricing.builder().prices(prices).build(),
        () -> {
          BigDecimal said = balance;
          Runnable meanwhile = whileBalanceIsRead;
          whileBalanceIsRead = () -> {};
          meanwhile.run();
          return Balance.builder().balanceUsd(said).build();
        });
  }

  /** The service takes money. */
  void taken(String usd) {
    balance = balance.subtract(new BigDecimal(usd));
  }

  @Override
  public void onEntry(SpendEntry entry) {
    heard.add(entry);
  }

  @Override
  public void onRefusal(Purchase purchase, LimitReached limit) {
    refusals.add(limit);
  }

  @Override
  public void onUnstored(Purchase purchase, Outcome outcome, RuntimeException failure) {
    unstored.add(outcome);
  }
}
