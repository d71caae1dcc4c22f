package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.rules.Filter;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.NanoUsd;
import io.freightsdk.internal.ledger.rules.Paths;
import io.freightsdk.internal.ledger.rules.ReservationRequest;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.rules.Totals;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Somebody who asks the rules of a ledger, on his own thread. */
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

  public ReservationRequest request(String scope, String usd, @Nullable String key) {
    return new ReservationRequest(
        UUID.randomUUID().toString(),
        "account",
        key == null ? "getLoadPosition" : "createLoad",
        key,
        null,
        null,
        scope,
        limits.stream().filter(limit -> Paths.isInside(scope, limit.scope())).toList(),
        NanoUsd.spent(new BigDecimal(usd)),
        TimeUnit.MINUTES.toMicros(2));
  }

  public static SpendLimit total(String scope, String usd) {
    return inScope(scope, SpendLimit.total(usd));
  }

  /** A copy of a limit for the scope with this path. */
  public static SpendLimit inScope(String path, SpendLimit limit) {
    String[] names = path.split("/", -1);
    SpendScope scope = SpendScope.client();
    for (int i = 1; i < names.length - 1; i++) scope = scope.child(names[i]);
    return names.length == 1 ? limit : scope.child(names[names.length - 1], limit).limits().get(0);
  }

  public ReservationRequest request(String usd, @Nullable String key) {
    return request("client", usd, key);
  }

  public ReserveResult reserve(ReservationRequest request) {
    return storage.change(rows -> new LedgerRules(rows).reserve(request));
  }

  public Charge.Kind complete(ReservationRequest request, Charge.Kind kind) {
    return storage.change(
        rows ->
            new LedgerRules(rows)
                .complete(
                    request,
                    new LedgerRules.CallEnd(kind, new Entry.Load(null, null, null), null)));
  }

  /** What the rules have to let pass. */
  public ReservationRequest hold(String usd, @Nullable String key) {
    ReservationRequest request = request(usd, key);
    assertThat(reserve(request)).isInstanceOf(ReserveResult.Reserved.class);
    return request;
  }

  /** What the rules have to refuse; what is left, in USD. */
  public BigDecimal refused(String usd) {
    ReserveResult decision = reserve(request(usd, null));
    assertThat(decision).isInstanceOf(ReserveResult.Full.class);
    return NanoUsd.toUsd(((ReserveResult.Full) decision).left());
  }

  /** Pays until a limit says no; how often. */
  public int payUntilRefused(String usd) {
    int paid = 0;
    while (pay(usd, null)) paid++;
    return paid;
  }

  public List<Entry> entries() {
    return storage.read(rows -> rows.entries(Filter.ALL, 0, 10_000));
  }

  public Totals totals() {
    return storage.read(rows -> rows.totals(Filter.ALL));
  }

  public BigDecimal chargedUsd() {
    return NanoUsd.toUsd(totals().charged());
  }

  /** False if a limit had no room. */
  public boolean pay(String usd, @Nullable String key) {
    ReservationRequest request = request("client", usd, key);
    if (!(reserve(request) instanceof ReserveResult.Reserved)) return false;
    complete(request, Charge.Kind.CHARGED);
    return true;
  }
}
