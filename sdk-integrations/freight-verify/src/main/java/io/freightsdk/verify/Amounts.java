package io.freightsdk.verify;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a mishap may spend: a few loads below the tightest limit that binds it.
 *
 * @param limits of the calls: those of the scope, and of the client
 * @param ofClient those that bind whoever leaves the scope
 * @param price of a load
 * @param higher what a load costs after a rise; the price if the client buys nothing above it
 */
record Amounts(
    List<SpendLimit> limits, List<SpendLimit> ofClient, BigDecimal price, BigDecimal higher) {
  private static final int CENT_OF_CENT = 4;

  static Amounts of(Verification asked) {
    List<SpendLimit> ofClient = SpendScope.client(asked.limits).limits();
    List<SpendLimit> limits = new ArrayList<>();
    if (asked.scope != null) limits.addAll(asked.scope.limits());
    limits.addAll(ofClient);
    return new Amounts(limits, ofClient, asked.price, Money.risen(asked.price));
  }

  /** With the price that the client still pays; null if it pays any. */
  Amounts upTo(@Nullable BigDecimal maxPrice) {
    return maxPrice == null ? this : new Amounts(limits, ofClient, price, maxPrice);
  }

  BigDecimal tightest() {
    return tightest(limits);
  }

  BigDecimal tightest(Mishap mishap) {
    return tightest(leavesTheScope(mishap) ? ofClient : limits);
  }

  private static BigDecimal tightest(List<SpendLimit> limits) {
    return limits.stream().map(SpendLimit::capUsd).min(Comparator.naturalOrder()).orElseThrow();
  }

  /** The limit that is reached first; of several the one that counts for the longest time. */
  SpendLimit tightestLimit() {
    return limits.stream()
        .min(
            Comparator.comparing(SpendLimit::capUsd)
                .thenComparing(Amounts::counted, Comparator.reverseOrder()))
        .orElseThrow();
  }

  private static Duration counted(SpendLimit limit) {
    return switch (limit.kind()) {
      case WINDOW -> Objects.requireNonNull(limit.window());
      case CALENDAR_DAY -> Duration.ofDays(1);
      case TOTAL -> ChronoUnit.FOREVER.getDuration();
    };
  }

  /** A caller who takes another name leaves the scope, and only the limits of the client stay. */
  boolean leavesTheScope(Mishap mishap) {
    return mishap == Mishaps.OWN_NAME && !ofClient.isEmpty();
  }

  /** So that few loads are enough to reach the limit, the rest of it is spent before. */
  Money money(Mishap mishap) {
    BigDecimal cap = tightest(mishap);
    BigDecimal room = BigDecimal.valueOf(mishap.room());
    if (mishap.room() > 10) {
      BigDecimal lower = price.min(cap.divide(room, CENT_OF_CENT, RoundingMode.DOWN));
      return new Money(lower.multiply(room).min(cap), lower, lower);
    }
    return new Money(price.multiply(room).min(cap), price, higher);
  }

  /** With cents. */
  static String usd(BigDecimal amount) {
    return amount.setScale(Math.max(2, amount.stripTrailingZeros().scale())).toPlainString();
  }
}
