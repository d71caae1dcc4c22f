package io.freightsdk.simulation;

import io.freightsdk.simulation.RunObservations.ScopeLimit;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one world.
 *
 * @param clientLimitUsd limit of all calls, in total or per hour
 * @param scopeLimitUsd limit of the calls in one scope
 * @param processes number of client processes
 * @param maxConcurrentRequests maximum concurrent requests of one process
 * @param maxPrice of the client; null for none
 * @param faultPercent chance of a fault in one attempt, in percent
 * @param hasThrowingListeners whether listeners throw
 */
record WorldSettings(
    LedgerKind ledgerKind,
    LimitKind limitKind,
    BigDecimal clientLimitUsd,
    BigDecimal scopeLimitUsd,
    int processes,
    int maxConcurrentRequests,
    Duration timeout,
    Duration deadline,
    int maxAttempts,
    boolean retriesUnknownReads,
    TopUpPolicy topUpPolicy,
    @Nullable BigDecimal maxPrice,
    int faultPercent,
    BigDecimal balance,
    boolean hasThrowingListeners) {

  /** The ledger of the clients. */
  enum LedgerKind {
    /** A ledger in a database that all processes share. */
    DATABASE,
    /** A ledger in the memory of each process. */
    MEMORY,
    /** No ledger and no limits. */
    NONE
  }

  /** The kind of the limits. */
  enum LimitKind {
    NONE,
    TOTAL,
    ROLLING
  }

  /** How a client handles a 402. */
  enum TopUpPolicy {
    FAIL,
    AWAIT;

    /** Maximum wait for a top-up. */
    Duration maxWait() {
      return switch (this) {
        case FAIL -> Duration.ZERO;
        case AWAIT -> Duration.ofMinutes(3);
      };
    }
  }

  private static final LedgerKind[] LEDGER_KINDS = {
    LedgerKind.DATABASE,
    LedgerKind.DATABASE,
    LedgerKind.DATABASE,
    LedgerKind.MEMORY,
    LedgerKind.MEMORY,
    LedgerKind.NONE,
    LedgerKind.NONE
  };

  static final Duration PERIOD = Duration.ofHours(1);
  static final int SCOPES = 3;

  /** Maximum age of a price while the price list is unavailable. */
  static final Duration MAX_PRICE_AGE = Duration.ofMinutes(5);

  boolean hasSharedLedger() {
    return ledgerKind == LedgerKind.DATABASE;
  }

  boolean hasLedger() {
    return ledgerKind != LedgerKind.NONE;
  }

  boolean hasLimits() {
    return limitKind != LimitKind.NONE;
  }

  SpendLimit[] clientLimits() {
    return limit(clientLimitUsd);
  }

  private SpendLimit[] limit(BigDecimal usd) {
    return switch (limitKind) {
      case NONE -> new SpendLimit[0];
      case TOTAL -> new SpendLimit[] {SpendLimit.total(usd)};
      case ROLLING -> new SpendLimit[] {SpendLimit.perHour(usd)};
    };
  }

  /** The scopes that pay; empty without a ledger. */
  List<SpendScope> scopes() {
    if (!hasLedger()) return List.of();
    SpendScope tenant = SpendScope.of("acme");
    SpendLimit[] limit = limit(scopeLimitUsd);
    return List.of(
        tenant.child("run-0", limit), tenant.child("run-1", limit), tenant.child("run-2", limit));
  }

  List<ScopeLimit> limits() {
    if (!hasLimits()) return List.of();
    Duration period = limitKind == LimitKind.ROLLING ? PERIOD : null;
    return List.of(
        new ScopeLimit(SpendScope.CLIENT, clientLimitUsd, period),
        new ScopeLimit("client/acme/run-0", scopeLimitUsd, period),
        new ScopeLimit("client/acme/run-1", scopeLimitUsd, period),
        new ScopeLimit("client/acme/run-2", scopeLimitUsd, period));
  }

  static WorldSettings of(Dice dice) {
    LedgerKind ledgerKind = dice.pick(LEDGER_KINDS);
    LimitKind limitKind =
        ledgerKind == LedgerKind.NONE
            ? LimitKind.NONE
            : dice.pick(LimitKind.NONE, LimitKind.TOTAL, LimitKind.ROLLING, LimitKind.ROLLING);
    boolean total = limitKind == LimitKind.TOTAL;
    boolean needsPrice = limitKind == LimitKind.ROLLING || dice.chance(25);
    return new WorldSettings(
        ledgerKind,
        limitKind,
        usd(dice.chance(50) ? total ? "9.00" : "4.00" : amountNearPrice(dice)),
        usd(dice.chance(50) ? total ? "3.00" : "1.50" : amountNearPrice(dice)),
        1 + dice.below(3),
        dice.pick(1, 1, 2, 8),
        Duration.ofSeconds(dice.pick(1, 4, 10)),
        Duration.ofSeconds(dice.pick(8, 30, 120, 600)),
        dice.pick(1, 2, 4, 4),
        dice.chance(30),
        dice.pick(TopUpPolicy.values()),
        needsPrice ? usd(dice.pick("2.00", "2.00", "0.70", "0.03")) : null,
        dice.pick(0, 10, 25, 60),
        usd(dice.pick("1.00", "8.00", "200.00")),
        dice.chance(30));
  }

  /** An amount that covers some calls exactly, is one cent too low for them, or covers no call. */
  private static String amountNearPrice(Dice dice) {
    return dice.pick(
        "0.65", "1.30", "1.29", "1.95", "0.64", "0.67", "0.02", "0.04", "0.05", "0.40", "0.80");
  }

  private static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}
