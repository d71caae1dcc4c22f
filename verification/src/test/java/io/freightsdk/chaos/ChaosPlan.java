package io.freightsdk.chaos;

import io.freightsdk.simulation.RunObservations.ClientSettings;
import io.freightsdk.simulation.RunObservations.ScopeLimit;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * The settings of one run.
 *
 * @param calls number of calls, without refused ones, after which the run ends; 0 if {@code
 *     seconds} is set
 * @param seconds length of the run; 0 if {@code calls} is set
 * @param kills number of kills of processes
 * @param stops number of hard stops of the database
 * @param cuts number of cut connections per 10,000 messages to the database
 */
record ChaosPlan(long seed, int processes, int calls, int seconds, int kills, int stops, int cuts) {
  static final Duration PERIOD = Duration.ofHours(1);
  static final BigDecimal CLIENT_LIMIT_USD = new BigDecimal("15.00");
  static final BigDecimal HOURLY_SCOPE_LIMIT_USD = new BigDecimal("5.00");
  static final BigDecimal TOTAL_SCOPE_LIMIT_USD = new BigDecimal("30.00");

  static final BigDecimal CREATION_USD = new BigDecimal("0.65");
  static final BigDecimal READ_USD = new BigDecimal("0.02");

  static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(2);
  static final Duration DEADLINE = Duration.ofSeconds(8);
  static final Duration MAX_PRICE_AGE = Duration.ofSeconds(10);

  static final int THREADS = 2;

  private static final SpendScope TENANT = SpendScope.of("acme");

  static SpendLimit clientLimit() {
    return SpendLimit.perHour(CLIENT_LIMIT_USD);
  }

  /**
   * A scope with an hourly limit, a scope with a total limit, and one with only the client's limit.
   */
  static final List<SpendScope> SCOPES =
      List.of(
          TENANT.child("run-0", SpendLimit.perHour(HOURLY_SCOPE_LIMIT_USD)),
          TENANT.child("run-1", SpendLimit.total(TOTAL_SCOPE_LIMIT_USD)),
          TENANT.child("run-2"));

  static final SpendScope TOTAL_SCOPE = SCOPES.get(1);

  ClientSettings clientSettings() {
    return new ClientSettings(
        List.of(
            new ScopeLimit(SpendScope.CLIENT, CLIENT_LIMIT_USD, PERIOD),
            new ScopeLimit(SCOPES.get(0).path(), HOURLY_SCOPE_LIMIT_USD, PERIOD),
            new ScopeLimit(TOTAL_SCOPE.path(), TOTAL_SCOPE_LIMIT_USD, null)),
        true,
        true,
        false,
        MAX_PRICE_AGE,
        DEADLINE,
        Duration.ZERO);
  }
}
