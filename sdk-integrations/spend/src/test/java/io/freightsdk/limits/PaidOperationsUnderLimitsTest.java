package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.FreightClient;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.guards.PaidOperationsContract;
import io.freightsdk.guards.PaidResponses;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitUsage;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.CallStyle;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A ledger keeps the contract, and its limits of every kind hold for every operation. */
class PaidOperationsUnderLimitsTest extends PaidOperationsContract {
  private final SpendLedger ledger = SpendLedger.inMemory(world.clock());

  @Override
  @AfterEach
  protected void close() {
    super.close();
    ledger.close();
  }

  @Override
  protected LedgerGuard guard(BigDecimal limitUsd) {
    return ledger.guard(Bound.TOTAL.of(limitUsd));
  }

  @Override
  protected BigDecimal chargedUsd() {
    return ledger.totals().chargedUsd();
  }

  @Override
  protected BigDecimal unknownUsd() {
    return ledger.totals().unknownUsd();
  }

  private FreightClient limited(SpendLimit... limits) {
    return guardedClient(ledger.guard(limits), RetryPolicy.standard());
  }

  private enum Bound {
    TOTAL,
    HOUR,
    DAY,
    DAY_OF_A_ZONE,
    MONTH;

    SpendLimit of(BigDecimal cap) {
      return switch (this) {
        case HOUR -> SpendLimit.perHour(cap);
        case DAY -> SpendLimit.perDay(cap);
        case DAY_OF_A_ZONE -> SpendLimit.perDay(cap, ZoneId.of("America/New_York"));
        case MONTH -> SpendLimit.perMonth(cap, ZoneId.of("America/New_York"));
        case TOTAL -> SpendLimit.total(cap);
      };
    }
  }

  /** Each operation with one kind of limit, and each kind with an operation. */
  static Stream<Arguments> bounds() {
    List<Object[]> calls = operations().map(Arguments::get).toList();
    Bound[] bounds = Bound.values();
    return Stream.iterate(0, i -> i + 1)
        .limit(calls.size())
        .map(i -> Arguments.of(calls.get(i)[0], calls.get(i)[1], bounds[i % bounds.length]));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void noOperationExceedsALimitOfTheClient(Operation operation, CallStyle style, Bound bound) {
    LedgerGuard guard = ledger.guard(bound.of(limitForTwo(operation)));
    FreightClient client = guardedClient(guard, RetryPolicy.standard());
    assertThat(countSent(client, operation, style)).isEqualTo(2);
    assertLedgerMatchesTheService(operation);
    LimitUsage use = guard.limitUsage().get(0);
    assertThat(use.remainingUsd())
        .isEqualByComparingTo(use.limit().capUsd().subtract(account.debited()));
    assertThat(use.usedUsd()).isEqualByComparingTo(account.debited());
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void noOperationExceedsALimitOfAnOuterScope(Operation operation, CallStyle style, Bound bound) {
    FreightClient client = limited(SpendLimit.total("99"));
    SpendScope tenant = SpendScope.of("acme", bound.of(limitForTwo(operation)));
    SpendScope run = tenant.child("run:1");
    int sent =
        countSent(client, operation, style, () -> account.options(operation).scope(run).build());
    assertThat(sent).isEqualTo(2);
    assertLedgerMatchesTheService(operation);
    assertThat(ledger.totals(SpendFilter.all().scope(tenant)).chargedUsd())
        .isEqualByComparingTo(account.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void refusalReportsWhenAPeriodFreesBudget(Operation operation, CallStyle style) {
    FreightClient client = limited(Bound.HOUR.of(PaidResponses.price(operation)));
    style.call(client, operation, account.options(operation).build());
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class,
            () -> style.call(client, operation, account.options(operation).build()));
    Instant over = world.now().plus(Duration.ofHours(1));
    assertThat(refusal.retryAt()).isBetween(over, over.plusSeconds(60));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
  }

  private void assertLedgerMatchesTheService(Operation operation) {
    assertGuardMatchesTheService();
    assertThat(ledger.totals(SpendFilter.all().operation(operation)).chargedUsd())
        .isEqualByComparingTo(account.debited());
  }
}
