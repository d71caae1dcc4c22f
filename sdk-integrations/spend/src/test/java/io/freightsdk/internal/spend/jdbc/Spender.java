package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Cap;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Rules;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Somebody who asks the rules of money, on a thread of his own, without a guard between them. */
public final class Spender {
  public static final String PRICE = "0.65";

  private static final long MINUTE = 60_000_000L;

  /** When a reservation expires: a minute after the deadline of its call. */
  public static final long EXPIRES_AFTER = 2 * MINUTE + Rules.GRACE;

  public final Storage storage;

  public Spender(Storage storage) {
    this.storage = storage;
  }

  public static SpendScope limited(String totalUsd) {
    return SpendScope.client(SpendLimits.total(totalUsd));
  }

  public static SpendScope unlimited() {
    return SpendScope.client(SpendLimits.none());
  }

  public Wish wish(SpendScope scope, String usd, @Nullable String key) {
    return new Wish(
        UUID.randomUUID().toString(),
        "account",
        key == null ? "getLoadPosition" : "createLoad",
        key,
        null,
        key == null ? "LD-1" : null,
        scope.path(),
        scope.limits().stream().map(Cap::new).toList(),
        NanoUsd.of(new BigDecimal(usd)),
        2 * MINUTE);
  }

  public Answer reserve(Wish wish) {
    return storage.change(rows -> new Rules(rows).reserve(wish));
  }

  /** What the rules have to let pass. */
  public Wish hold(SpendScope scope, String usd, @Nullable String key) {
    Wish wish = wish(scope, usd, key);
    assertThat(reserve(wish)).isInstanceOf(Answer.Held.class);
    return wish;
  }

  /** What the rules have to refuse; what is left, in USD. */
  public BigDecimal refused(SpendScope scope, String usd) {
    Answer answer = reserve(wish(scope, usd, null));
    assertThat(answer).isInstanceOf(Answer.Full.class);
    return NanoUsd.toUsd(((Answer.Full) answer).left());
  }

  public Charge.Kind complete(Wish wish, Charge.Kind kind) {
    String load = kind == Charge.Kind.CHARGED ? "LD-" + wish.name() : null;
    Outcome outcome = new Outcome(kind, load, "request-1");
    return storage.change(rows -> new Rules(rows).complete(wish.id(), wish.name(), outcome).told());
  }

  public Wish pay(SpendScope scope, String usd, @Nullable String key, Charge.Kind kind) {
    Wish wish = hold(scope, usd, key);
    complete(wish, kind);
    return wish;
  }

  /** Pays until the limit says no; how often. */
  public int payUntilRefused(SpendScope scope, String usd) {
    for (int paid = 0; ; paid++) {
      Wish wish = wish(scope, usd, null);
      if (!(reserve(wish) instanceof Answer.Held)) return paid;
      complete(wish, Charge.Kind.CHARGED);
    }
  }

  public Rows.Totals totals() {
    return storage.look(rows -> rows.totals(Filter.ALL));
  }

  public BigDecimal chargedUsd() {
    return NanoUsd.toUsd(totals().charged());
  }
}
