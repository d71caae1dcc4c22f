package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A ledger over a storage, with the calls of one account. */
final class TestLedger {
  /** The account of calls that name none. */
  static final String ACCOUNT = accountId("account");

  /** How long a call may take; a minute later its reservation expires. */
  static final Duration CALL_TIME = Duration.ofMinutes(2);

  /** When a reservation expires. */
  static final Duration RESERVATION_TIME = CALL_TIME.plusMinutes(1);

  private static final AtomicLong LAST_ID = new AtomicLong();

  final SpendLedger ledger;
  final MovableClock time;
  final LedgerGuard guard;
  private final String account;

  TestLedger(LedgerStorage storage, MovableClock time, SpendLimit... limits) {
    this.time = time;
    this.ledger = new SpendLedger(storage);
    this.guard = ledger.guard(limits);
    this.account = ACCOUNT;
  }

  private TestLedger(TestLedger same, String account) {
    this.time = same.time;
    this.ledger = same.ledger;
    this.guard = same.guard;
    this.account = account;
  }

  /** The same ledger for the calls of the account with this name. */
  TestLedger of(String account) {
    return new TestLedger(this, accountId(account));
  }

  /** The id of the account with this name. */
  static String accountId(String account) {
    String digest = idOf(account).replace("-", "");
    return digest.substring(0, 8) + "." + digest.substring(8, 24);
  }

  /** The id of a load that a test knows by its number. */
  static String idOf(String loadNumber) {
    return UUID.nameUUIDFromBytes(loadNumber.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** A creation under a key, or a read without one. */
  Purchase purchase(SpendScope scope, String usd, String key) {
    return purchase(scope, usd, key, CALL_TIME);
  }

  /** A read with this maximum duration. */
  Purchase read(SpendScope scope, String usd, Duration call) {
    return purchase(scope, usd, null, call);
  }

  /** A creation or a read with this maximum duration. */
  Purchase purchase(SpendScope scope, String usd, String key, Duration call) {
    return purchase(scope, usd, key, key == null ? null : "PO-7", call);
  }

  /** A creation under a key and a reference. */
  Purchase order(SpendScope scope, String usd, String key, String customerRef) {
    return purchase(scope, usd, key, customerRef, CALL_TIME);
  }

  private Purchase purchase(
      SpendScope scope, String usd, String key, String customerRef, Duration call) {
    return new Purchase(
        "r" + LAST_ID.incrementAndGet(),
        "call",
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
        account,
        key,
        customerRef,
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
    return requireReservation(reserve(scope, usd, key));
  }

  static Reservation requireReservation(Decision decision) {
    assertThat(decision).isInstanceOf(Reservation.class);
    return (Reservation) decision;
  }

  LimitExceeded refused(SpendScope scope, String usd, String key) {
    Decision decision = reserve(scope, usd, key);
    assertThat(decision).isInstanceOf(LimitExceeded.class);
    return (LimitExceeded) decision;
  }

  Charge complete(Reservation reservation, Charge.Kind kind) {
    return complete(reservation, kind, null);
  }

  /** Completes a call whose response has this load number. A number has only one load here. */
  Charge complete(Reservation reservation, Charge.Kind kind, String load) {
    return complete(reservation, kind, load, load == null ? null : idOf(load));
  }

  Charge complete(Reservation reservation, Charge.Kind kind, String loadNumber, String loadId) {
    Outcome outcome = new Outcome(kind, loadNumber, loadId, null, null);
    return guard.complete(reservation.purchase(), outcome);
  }

  /** Makes a call that ends with this charge. */
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

  /** The usage of each limit of a scope. */
  List<LimitUsage> limitUse(SpendScope scope) {
    return guard.limitUsage(scope);
  }

  SpendTotals totalsOfAccount() {
    return ledger.totals(SpendFilter.all().accountId(account));
  }

  /** Compares the account with this balance of the service. */
  BalanceComparison compare(Supplier<BigDecimal> balanceUsd) {
    return compare(account, balanceUsd);
  }

  private BalanceComparison compare(String accountId, Supplier<BigDecimal> balanceUsd) {
    return ledger.compare(() -> new SpendLedger.AccountBalance(accountId, balanceUsd.get()));
  }

  List<SpendEntry> entries() {
    return ledger.entries(SpendFilter.all()).toList();
  }
}
