package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.StatusDoorClosedException;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendRefusal;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of money for every operation that can cost some: none is known by its name. */
class PaidOperationsTest {
  private static final int CALLS = 5;

  private final World world = new World();
  private final PaidService service = PaidService.in(world);

  @AfterEach
  void close() {
    try (world) {
      service.close();
    }
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
    FreightClient client =
        service.client(service.builder().spendLimits(bound.of(roomForTwo(operation))));
    assertThat(sent(client, operation, style, null)).isEqualTo(2);
    assertThatTheLedgerIsThatOfTheService(client, operation);
    SpendLedger.Remaining remaining =
        client.ledger().remaining(SpendScope.client(client.spendLimits())).get(0);
    assertThat(remaining.remainingUsd())
        .isEqualByComparingTo(remaining.limit().capUsd().subtract(service.debited()));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void noneOfThemPassesALimitOfAScopeAroundItsOwn(
      Operation operation, CallStyle style, Bound bound) {
    FreightClient client =
        service.client(service.builder().spendLimits(SpendLimits.builder().total("99").build()));
    SpendScope tenant = SpendScope.of("acme", bound.of(roomForTwo(operation)));
    SpendScope run = tenant.child("run:1", SpendLimits.none());
    assertThat(sent(client, operation, style, run)).isEqualTo(2);
    assertThatTheLedgerIsThatOfTheService(client, operation);
    assertThat(client.ledger().totals(SpendFilter.all().scope(tenant)).chargedUsd())
        .isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aLostAnswerOfAnyOfThemCountsAsSpent(Operation operation, CallStyle style) {
    FreightClient client =
        service.client(
            service
                .builder()
                .retryPolicy(RetryPolicy.none())
                .spendLimits(Bound.TOTAL.of(roomForTwo(operation))));
    service.loseAnswers(CALLS);
    for (int i = 0; i < CALLS; i++) {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, service.options(operation).build()));
    }
    assertThat(service.requests()).hasSize(2);
    assertThat(client.ledger().totals().unknownUsd()).isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void oneKeyIsCountedOnceOnlyWhereTheServiceChargesItOnce(Operation operation, CallStyle style) {
    FreightClient client =
        service.client(service.builder().spendLimits(Bound.TOTAL.of(roomForTwo(operation))));
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
    assertThat(client.ledger().totals().spentUsd()).isEqualByComparingTo(service.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aLostAnswerIsAskedForAgainOnlyWhereThatCostsNothing(Operation operation, CallStyle style) {
    for (boolean asked : new boolean[] {false, true}) {
      FreightClient client = service.client(service.builder().retryPolicy(quickly(asked)));
      int before = service.requests().size();
      service.loseAnswers(1);
      boolean repeats =
          switch (RepeatClass.of(operation)) {
            case KEYED, CONFIRMATION, FREE -> true;
            case PAID_READ -> asked;
            case UNREPEATABLE, CARD, OTHER -> false;
          };
      if (repeats) {
        style.call(client, operation, service.options(operation).build());
      } else {
        FreightException lost =
            catchThrowableOfType(
                FreightException.class,
                () -> style.call(client, operation, service.options(operation).build()));
        assertThat(lost).as("the lost call").isNotNull();
        assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(lost.retryable()).isFalse();
      }
      assertThat(service.requests()).hasSize(before + (repeats ? 2 : 1));
      assertThat(client.ledger().totals().spentUsd()).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void whatTheServiceSaysItDidNotDoIsSentAgainAndCountedOnce(Operation operation, CallStyle style) {
    FreightClient client =
        service.client(
            service
                .builder()
                .retryPolicy(quickly(false))
                .spendLimits(Bound.TOTAL.of(PaidService.price(operation))));
    service.refuse(Answers.billingUnavailable());
    boolean repeats = RepeatClass.of(operation) != RepeatClass.OTHER;
    if (repeats) {
      style.call(client, operation, service.options(operation).build());
    } else {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, service.options(operation).build()))
          .matches(failure -> failure.charge().equals(Charge.NONE));
      style.call(client, operation, service.options(operation).build());
    }
    assertThat(service.requests()).hasSize(2);
    assertThat(service.debited()).isEqualByComparingTo(PaidService.price(operation));
    assertThatTheLedgerIsThatOfTheService(client, operation);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aRefusedCallOfAnyOfThemGivesItsMoneyBack(Operation operation, CallStyle style) {
    FreightClient client =
        service.client(
            service
                .builder()
                .retryPolicy(RetryPolicy.none())
                .spendLimits(Bound.TOTAL.of(PaidService.price(operation))));
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
    FreightClient client =
        service.client(service.builder().spendLimits(Bound.HOUR.of(PaidService.price(operation))));
    style.call(client, operation, service.options(operation).build());
    SpendLimitExceededException refusal =
        catchThrowableOfType(
            SpendLimitExceededException.class,
            () -> style.call(client, operation, service.options(operation).build()));
    Instant over = service.now().plus(Duration.ofHours(1));
    assertThat(refusal.freesAt()).isBetween(over, over.plusSeconds(15));
    assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(refusal.retryable()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aPriceAboveWhatACallMayCostIsNeverSent(Operation operation, CallStyle style) {
    BigDecimal less = PaidService.price(operation).subtract(new BigDecimal("0.01"));
    FreightClient perCall =
        service.client(service.builder().spendLimits(SpendLimits.builder().perCall(less).build()));
    assertThatExceptionOfType(SpendLimitExceededException.class)
        .isThrownBy(() -> style.call(perCall, operation, service.options(operation).build()));
    FreightClient open = service.client(service.builder());
    assertThatExceptionOfType(PriceLimitExceededException.class)
        .isThrownBy(
            () -> style.call(open, operation, service.options(operation).maxPrice(less).build()));
    assertThat(service.requests()).isEmpty();
  }

  /** All have asked for their room before the first answer comes. */
  @ParameterizedTest
  @MethodSource("operations")
  void callersAtTheSameTimeNeverPassALimitByACent(Operation operation, CallStyle style) {
    BigDecimal cap = PaidService.price(operation).multiply(new BigDecimal("7.5"));
    List<SpendRefusal> heard = new ArrayList<>();
    FreightClient client =
        service.client(
            service
                .builder()
                .spendLimits(SpendLimits.builder().perDay(cap).total("99").build())
                .spendListener(refusalsTo(heard)));
    world.network().latency(Duration.ofMillis(100));
    List<Caller<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(world.start(() -> sent(client, operation, style, null)));
    }
    int all = 0;
    for (Caller<Integer> caller : callers) all += world.join(caller);
    assertThat(all).isEqualTo(7);
    assertThat(heard).hasSize(callers.size() * CALLS - all);
    assertThatTheLedgerIsThatOfTheService(client, operation);
  }

  private static SpendListener refusalsTo(List<SpendRefusal> heard) {
    return new SpendListener() {
      @Override
      public void onEntry(SpendEntry entry) {}

      @Override
      public void onRefusal(SpendRefusal refusal) {
        heard.add(refusal);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void whatTakesNoBalanceNeedsNoRoomInAnyLimit(CallStyle style) {
    FreightClient client =
        service.client(
            service.builder().spendLimits(SpendLimits.builder().perCall("0").total("0").build()));
    for (Operation operation : Operation.values()) {
      if (RepeatClass.of(operation).isReserved()) continue;
      try {
        style.call(client, operation, CallOptions.DEFAULT);
      } catch (StatusDoorClosedException always) {
        assertThat(operation).isEqualTo(Operation.UPDATE_LOAD_STATUS);
      }
    }
    assertThat(client.ledger().totals().spentUsd()).isZero();
  }

  /** A card pays it, and the balance only grows. */
  @ParameterizedTest
  @MethodSource("topUps")
  void aTopUpByCardNeedsNoRoomAndIsNeverSentTwice(
      CallStyle style, MockResponse.Builder answer, Charge charge) {
    FreightClient client =
        service.client(
            service
                .builder()
                .retryPolicy(quickly(true))
                .spendLimits(SpendLimits.builder().total("0.00").build()));
    if (answer == null) service.loseAnswers(1);
    else service.refuse(answer);
    FreightException failure =
        catchThrowableOfType(
            FreightException.class,
            () -> style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT));
    assertThat(failure).as("the refused top-up").isNotNull();
    assertThat(failure.charge()).isEqualTo(charge);
    assertThat(failure.retryable()).isFalse();
    assertThat(service.requests()).hasSize(1);
    assertThat(client.ledger().totals().spentUsd()).isZero();
  }

  static Stream<Arguments> topUps() {
    return Arrays.stream(CallStyle.values())
        .flatMap(
            style ->
                Stream.of(
                    Arguments.of(style, null, Charge.UNKNOWN),
                    Arguments.of(style, Answers.error(500), Charge.UNKNOWN),
                    Arguments.of(style, Answers.billingUnavailable(), Charge.NONE),
                    Arguments.of(style, Answers.insufficientFunds(), Charge.NONE)));
  }

  private static BigDecimal roomForTwo(Operation operation) {
    return PaidService.price(operation).multiply(new BigDecimal("2.5"));
  }

  private static RetryPolicy quickly(boolean retryUnknownReads) {
    return RetryPolicy.builder()
        .initialBackoff(Duration.ofMillis(1))
        .maxBackoff(Duration.ofMillis(2))
        .retryUnknownReads(retryUnknownReads)
        .build();
  }

  /** How many of five calls were sent. */
  private int sent(FreightClient client, Operation operation, CallStyle style, SpendScope scope) {
    int sent = 0;
    for (int i = 0; i < CALLS; i++) {
      CallOptionsBuilder options = service.options(operation);
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
    assertThat(client.ledger().totals().chargedUsd()).isEqualByComparingTo(service.debited());
    assertThat(client.ledger().totals().unknownUsd()).isZero();
    assertThat(client.ledger().totals(SpendFilter.all().operation(operation)).chargedUsd())
        .isEqualByComparingTo(service.debited());
  }
}
