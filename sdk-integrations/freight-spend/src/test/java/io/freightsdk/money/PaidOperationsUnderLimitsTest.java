package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.PaidService;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits and ledger for every operation that can cost some: none is known by its name. */
class PaidOperationsUnderLimitsTest {
  private static final int CALLS = 5;

  private final World world = new World();
  private final PaidService service = PaidService.in(world);
  private final List<LimitReached> refusals = new ArrayList<>();
  private final SpendLedger ledger =
      SpendLedger.builder()
          .clock(service.clock())
          .listener(
              new SpendListener() {
                @Override
                public void onRefusal(Purchase purchase, LimitReached limit) {
                  refusals.add(limit);
                }
              })
          .inMemory();

  @AfterEach
  void close() {
    try (world) {
      service.close();
      ledger.close();
    }
  }

  private FreightClient limited(SpendLimits limits) {
    return limited(limits, RetryPolicy.standard());
  }

  private FreightClient limited(SpendLimits limits, RetryPolicy policy) {
    return service.client(service.builder().retryPolicy(policy).spendGuard(ledger.guard(limits)));
  }

  private enum Bound {
    MINUTE,
    HOUR,
    DAY,
    DAY_OF_A_ZONE,
    TOTAL;

    SpendLimits of(BigDecimal cap) {
      SpendLimits.Builder limits = SpendLimits.builder();
      switch (this) {
        case MINUTE -> limits.perMinute(cap);
        case HOUR -> limits.perHour(cap);
        case DAY -> limits.perDay(cap);
        case DAY_OF_A_ZONE -> limits.perDay(cap, ZoneId.of("America/New_York"));
        case TOTAL -> limits.total(cap);
      }
      return limits.build();
    }
  }

  static Stream<Arguments> operations() {
    return PaidService.operations()
        .flatMap(
            operation ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(operation, style)));
  }

  static Stream<Arguments> bounds() {
    return operations()
        .flatMap(
            call ->
                Arrays.stream(Bound.values())
                    .map(bound -> Arguments.of(call.get()[0], call.get()[1], bound)));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void noneOfThemPassesALimitOfTheClient(Operation operation, CallStyle style, Bound bound) {
    FreightClient client = limited(bound.of(roomForTwo(operation)));
    assertThat(sent(client, operation, style, null)).isEqualTo(2);
    assertThatTheLedgerIsThatOfTheService(client, operation);
    LimitUse use = ((LedgerGuard) client.spendGuard()).remaining(null).get(0);
    assertThat(use.remainingUsd())
        .isEqualByComparingTo(use.limit().capUsd().subtract(service.debited()));
    assertThat(use.usedUsd()).isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void noneOfThemPassesALimitOfAScopeAroundItsOwn(
      Operation operation, CallStyle style, Bound bound) {
    FreightClient client = limited(SpendLimits.builder().total("99").build());
    SpendScope tenant = SpendScope.of("acme", bound.of(roomForTwo(operation)));
    SpendScope run = tenant.child("run:1", SpendLimits.none());
    assertThat(sent(client, operation, style, run)).isEqualTo(2);
    assertThatTheLedgerIsThatOfTheService(client, operation);
    assertThat(ledger.totals(SpendFilter.all().scope(tenant)).chargedUsd())
        .isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aLostAnswerOfAnyOfThemCountsAsSpent(Operation operation, CallStyle style) {
    FreightClient client = limited(Bound.TOTAL.of(roomForTwo(operation)), RetryPolicy.none());
    service.loseAnswers(CALLS);
    for (int i = 0; i < CALLS; i++) {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, service.options(operation).build()));
    }
    assertThat(service.requests()).hasSize(2);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void oneKeyIsCountedOnceOnlyWhereTheServiceChargesItOnce(Operation operation, CallStyle style) {
    FreightClient client = limited(Bound.TOTAL.of(roomForTwo(operation)));
    CallOptions oneKey = service.options(operation, "order-1").idempotencyKey("order-1").build();
    int sent = 0;
    for (int i = 0; i < CALLS; i++) {
      try {
        style.call(client, operation, oneKey);
        sent++;
      } catch (SpendLimitExceededException refused) {
        assertThat(refused.charge()).isEqualTo(Charge.NONE);
      }
    }
    boolean once = RepeatClass.of(operation).isChargedOncePerKey();
    assertThat(sent).isEqualTo(once ? CALLS : 2);
    assertThat(ledger.totals().spentUsd()).isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aRefusedCallOfAnyOfThemGivesItsMoneyBack(Operation operation, CallStyle style) {
    FreightClient client =
        limited(Bound.TOTAL.of(PaidService.price(operation)), RetryPolicy.none());
    for (int i = 0; i < CALLS; i++) {
      service.refuse(i % 2 == 0 ? Answers.billingUnavailable() : insufficientFunds(operation));
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, service.options(operation).build()))
          .matches(failure -> failure.charge().equals(Charge.NONE));
    }
    style.call(client, operation, service.options(operation).build());
    assertThatTheLedgerIsThatOfTheService(client, operation);
  }

  /** It states the price that the list has. */
  private static MockResponse.Builder insufficientFunds(Operation operation) {
    return Answers.json(
        402,
        "{\"error\":\"Insufficient funds\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0.00,"
            + "\"priceUsd\":%s,\"billingUrl\":\"/billing/topup\"}"
                .formatted(PaidService.price(operation)));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aWindowSaysWhenItFreesMoneyForEachOfThem(Operation operation, CallStyle style) {
    FreightClient client = limited(Bound.HOUR.of(PaidService.price(operation)));
    style.call(client, operation, service.options(operation).build());
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class,
            () -> style.call(client, operation, service.options(operation).build()));
    Instant over = service.now().plus(Duration.ofHours(1));
    assertThat(refusal.freesAt()).isBetween(over, over.plusSeconds(60));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(refusal.retryable()).isTrue();
  }

  /** All have asked for their room before the first answer comes. */
  @ParameterizedTest
  @MethodSource("operations")
  void callersAtTheSameTimeNeverPassALimitByACent(Operation operation, CallStyle style) {
    BigDecimal cap = PaidService.price(operation).multiply(new BigDecimal("7.5"));
    FreightClient client = limited(SpendLimits.builder().perDay(cap).total("99").build());
    world.network().latency(Duration.ofMillis(100));
    List<Caller<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(world.start(() -> sent(client, operation, style, null)));
    }
    int all = 0;
    for (Caller<Integer> caller : callers) all += world.join(caller);
    assertThat(all).isEqualTo(7);
    assertThat(refusals).hasSize(callers.size() * CALLS - all);
    assertThatTheLedgerIsThatOfTheService(client, operation);
  }

  private static BigDecimal roomForTwo(Operation operation) {
    return PaidService.price(operation).multiply(new BigDecimal("2.5"));
  }

  /** How many of five calls were sent. */
  private int sent(FreightClient client, Operation operation, CallStyle style, SpendScope scope) {
    int sent = 0;
    for (int i = 0; i < CALLS; i++) {
      CallOptions.Builder options = service.options(operation);
      if (scope != null) options.scope(scope);
      try {
        style.call(client, operation, options.build());
        sent++;
      } catch (SpendLimitExceededException refused) {
        assertThat(refused.charge()).isEqualTo(Charge.NONE);
      }
    }
    return sent;
  }

  private void assertThatTheLedgerIsThatOfTheService(FreightClient client, Operation operation) {
    assertThat(service.debited()).isPositive();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(service.debited());
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals(SpendFilter.all().operation(operation)).chargedUsd())
        .isEqualByComparingTo(service.debited());
  }
}
