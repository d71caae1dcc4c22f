package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A caller of a ledger's rules, on its own thread. */
public record Buyer(LedgerStorage storage, List<SpendLimit> limits) {
  public static SpendLimit total(String usd) {
    return SpendLimit.total(usd);
  }

  public static SpendLimit perHour(String usd) {
    return SpendLimit.perHour(usd);
  }

  public static SpendLimit perHour(String scope, String usd) {
    return inScope(scope, SpendLimit.perHour(usd));
  }

  /** A creation whose reference equals its key, or a read without a key. */
  public Purchase request(String scope, String usd, @Nullable String key) {
    return new Purchase(
        UUID.randomUUID().toString(),
        "call",
        1,
        key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
        "account",
        key,
        key,
        null,
        () -> scope,
        new Quote(new BigDecimal(usd), Instant.EPOCH),
        Duration.ofMinutes(2));
  }

  public static SpendLimit total(String scope, String usd) {
    return inScope(scope, SpendLimit.total(usd));
  }

  /** A copy of a limit for the scope with this path. */
  public static SpendLimit inScope(String path, SpendLimit limit) {
    return scope(path, limit).limits().get(0);
  }

  /** The scope with this path. */
  public static SpendScope scope(String path, SpendLimit... limits) {
    String[] names = path.split("/", -1);
    SpendScope scope = SpendScope.client(names.length == 1 ? limits : new SpendLimit[0]);
    for (int i = 1; i < names.length; i++) {
      scope = scope.child(names[i], i == names.length - 1 ? limits : new SpendLimit[0]);
    }
    return scope;
  }

  public Purchase request(String usd, @Nullable String key) {
    return request("client", usd, key);
  }

  public Decision reserve(Purchase purchase) {
    return reserve(storage, purchase);
  }

  /** Reserves in another storage. */
  public Decision reserve(LedgerStorage storage, Purchase purchase) {
    return storage.change(rows -> decide(rows, purchase));
  }

  /** Decides under all limits of the scope. */
  public Decision decide(LedgerRows rows, Purchase purchase) {
    String path = purchase.scope().path();
    List<SpendLimit> limitsOfScope =
        limits.stream().filter(limit -> ScopePaths.isInside(path, limit.scope())).toList();
    LimitExceeded refusal = new LedgerRules(rows).reserve(purchase, limitsOfScope).refusal();
    return refusal == null ? new Reservation(purchase) : refusal;
  }

  public Charge.Kind complete(Purchase purchase, Charge.Kind kind) {
    Outcome outcome = new Outcome(kind, null, null, null, null);
    return storage.change(rows -> new LedgerRules(rows).complete(purchase, outcome));
  }

  /** Makes a reservation that the rules must allow. */
  public Purchase hold(String usd, @Nullable String key) {
    Purchase purchase = request(usd, key);
    assertThat(reserve(purchase)).isInstanceOf(Reservation.class);
    return purchase;
  }

  /** Makes a reservation that the rules must refuse. Returns the remaining amount in USD. */
  public BigDecimal refused(String usd) {
    Decision decision = reserve(request(usd, null));
    assertThat(decision).isInstanceOf(LimitExceeded.class);
    return ((LimitExceeded) decision).remainingUsd();
  }

  /** Pays until a limit refuses. Returns the number of payments. */
  public int payUntilRefused(String usd) {
    int paid = 0;
    while (pay(usd, null)) paid++;
    return paid;
  }

  public List<SpendEntry> entries() {
    return storage.read(rows -> rows.entries(SpendFilter.all(), 0, 10_000));
  }

  public SpendTotals totals() {
    return storage.read(rows -> rows.totals(SpendFilter.all()));
  }

  public BigDecimal chargedUsd() {
    return totals().chargedUsd();
  }

  /** Pays once. Returns false if a limit refused. */
  public boolean pay(String usd, @Nullable String key) {
    Purchase purchase = request("client", usd, key);
    if (!(reserve(purchase) instanceof Reservation)) return false;
    complete(purchase, Charge.Kind.CHARGED);
    return true;
  }
}
