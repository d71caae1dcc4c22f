package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.StatusReadOnlyException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.time.Duration;
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

/**
 * The rules of charges and limits for every operation that can cost money. The tests name no
 * operation.
 */
class PaidOperationsTest extends PaidOperationsContract {
  private final List<TestGuard> guards = new ArrayList<>();

  @Override
  @AfterEach
  protected void close() {
    super.close();
    guards.forEach(TestGuard::assertEachCompletedOnce);
  }

  @Override
  protected TestGuard guard(BigDecimal limitUsd) {
    TestGuard guard = TestGuard.of(limitUsd.toPlainString());
    guards.add(guard);
    return guard;
  }

  @Override
  protected BigDecimal chargedUsd() {
    return lastGuard().chargedUsd();
  }

  @Override
  protected BigDecimal unknownUsd() {
    return lastGuard().unknownUsd();
  }

  private TestGuard lastGuard() {
    return guards.get(guards.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void guardGetsTheFactsOfEachOperation(Operation operation, CallStyle style) {
    TestGuard guard = guard(limitForTwo(operation));
    SpendGuard.CostCenter run = guard.scope("client/acme/run:1");
    FreightClient client = guardedClient(guard, RetryPolicy.standard());
    style.call(client, operation, account.options(operation).scope(run).build());

    assertThat(guard.purchases()).hasSize(1);
    SpendGuard.Purchase purchase = guard.purchases().get(0);
    assertThat(purchase.operation()).isEqualTo(operation);
    assertThat(purchase.attempt()).isEqualTo(1);
    assertThat(purchase.scope()).isSameAs(run);
    assertThat(purchase.quote().usd()).isEqualByComparingTo(PaidResponses.price(operation));
    assertThat(purchase.quote().readAt()).isEqualTo(world.now());
    boolean isAboutLoad = operation.path().contains("{") || operation.id().contains("Position");
    assertThat(purchase.loadNumber()).isEqualTo(isAboutLoad ? "LD-2026-0001" : null);
    boolean keyed = RepeatCost.of(operation).isChargedOncePerKey();
    assertThat(purchase.idempotencyKey() != null).isEqualTo(keyed);
    assertThat(purchase.remainingTime()).isEqualTo(Duration.ofMinutes(2));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void lostResponseIsRetriedOnlyWhereThatIsFree(Operation operation, CallStyle style) {
    for (boolean allowsRetries : new boolean[] {false, true}) {
      TestGuard guard = guard(new BigDecimal("99"));
      FreightClient client = guardedClient(guard, quickRetries(allowsRetries));
      int before = account.requests().size();
      account.loseResponses(1);
      boolean repeats =
          switch (RepeatCost.of(operation)) {
            case ONCE_PER_KEY, CONFIRMATION, FREE -> true;
            case PAID_READ -> allowsRetries;
            case UNREPEATABLE, CARD -> false;
          };
      if (repeats) {
        style.call(client, operation, account.options(operation).build());
      } else {
        FreightException lost =
            catchThrowableOfType(
                FreightException.class,
                () -> style.call(client, operation, account.options(operation).build()));
        assertThat(lost).as("the lost call").isNotNull();
        assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
        assertThat(lost.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
      }
      assertThat(account.requests()).hasSize(before + (repeats ? 2 : 1));
      // A read that is sent again may be charged again, and has its own reservation.
      boolean twice = repeats && !RepeatCost.of(operation).isChargedOncePerKey();
      assertThat(guard.purchases()).hasSize(twice ? 2 : 1);
      BigDecimal used = PaidResponses.price(operation).multiply(BigDecimal.valueOf(twice ? 2 : 1));
      assertThat(guard.usedUsd()).isEqualByComparingTo(used);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void requestThatTheServiceDidNotProcessIsResentAndCountedOnce(
      Operation operation, CallStyle style) {
    TestGuard guard = guard(PaidResponses.price(operation));
    FreightClient client = guardedClient(guard, quickRetries(false));
    account.refuse(ServiceResponses.billingUnavailable());
    boolean sentOnce = RepeatCost.of(operation) == RepeatCost.UNREPEATABLE;
    if (sentOnce) {
      FreightException refusal =
          catchThrowableOfType(
              FreightException.class,
              () -> style.call(client, operation, account.options(operation).build()));
      assertThat(refusal.nextStep()).isEqualTo(NextStep.RETRY_LATER);
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
      assertThat(account.requests()).hasSize(1);
    }
    style.call(client, operation, account.options(operation).build());
    assertThat(account.requests()).hasSize(2);
    assertThat(account.debited()).isEqualByComparingTo(PaidResponses.price(operation));
    assertGuardMatchesTheService();
  }

  /** A call has one reservation, from before its first attempt to its end. */
  @ParameterizedTest
  @MethodSource("operations")
  void resentRequestKeepsItsReservation(Operation operation, CallStyle style) {
    if (RepeatCost.of(operation) == RepeatCost.UNREPEATABLE) return;
    for (MockResponse.Builder refusal :
        List.of(ServiceResponses.error(429), ServiceResponses.billingUnavailable())) {
      TestGuard guard = guard(PaidResponses.price(operation));
      FreightClient client = guardedClient(guard, quickRetries(false));
      account.refuse(refusal);
      account.refuse(refusal);
      style.call(client, operation, account.options(operation).build());

      assertThat(guard.purchases()).hasSize(1);
      assertThat(guard.entries())
          .extracting(entry -> entry.outcome().kind())
          .containsExactly(Charge.Kind.CHARGED);
    }
    assertThat(account.requests()).hasSize(6);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void callAboveItsMaximumPriceIsNeverSent(Operation operation, CallStyle style) {
    BigDecimal price = PaidResponses.price(operation);
    BigDecimal less = price.subtract(new BigDecimal("0.01"));
    FreightClient byDefault = service.client(service.builderWithPrices().maxPrice(less));
    FreightClient open = service.client(service.builderWithPrices());
    for (FreightClient client : List.of(byDefault, open)) {
      CallOptions.Builder options = account.options(operation);
      if (client == open) options.maxPrice(less);
      PriceLimitExceededException refusal =
          catchThrowableOfType(
              PriceLimitExceededException.class,
              () -> style.call(client, operation, options.build()));
      assertThat(refusal).as("the refusal").isNotNull();
      assertThat(refusal.priceUsd()).isEqualByComparingTo(price);
      assertThat(refusal.maxPriceUsd()).isEqualByComparingTo(less);
      assertThat(refusal.nextStep()).isEqualTo(NextStep.RAISE_LIMIT);
      assertThat(refusal.charge()).isEqualTo(Charge.NONE);
    }
    assertThat(account.requests()).isEmpty();

    // Options of a call replace options of its client.
    CallOptions enough = account.options(operation).maxPrice(price).build();
    assertThatCode(() -> style.call(byDefault, operation, enough)).doesNotThrowAnyException();
    assertThat(account.requests()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void freeOperationNeedsNoBudget(CallStyle style) {
    TestGuard guard = guard(BigDecimal.ZERO);
    FreightClient client =
        service.client(service.builderWithPrices().spendGuard(guard).maxPrice("0"));
    for (Operation operation : Operation.values()) {
      if (RepeatCost.of(operation).drawsOnBalance()) continue;
      try {
        style.call(client, operation, CallOptions.DEFAULT);
      } catch (StatusReadOnlyException always) {
        assertThat(operation).isEqualTo(Operation.UPDATE_LOAD_STATUS);
      }
    }
    assertThat(guard.purchases()).isEmpty();
  }

  /** A card pays the top-up. */
  @ParameterizedTest
  @MethodSource("topUps")
  void topUpByCardNeedsNoBudgetAndIsNeverSentTwice(
      CallStyle style, MockResponse.Builder response, Charge charge) {
    TestGuard guard = guard(BigDecimal.ZERO);
    FreightClient client = guardedClient(guard, quickRetries(true));
    if (response == null) account.loseResponses(1);
    else account.refuse(response);
    FreightException failure =
        catchThrowableOfType(
            FreightException.class,
            () -> style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT));
    assertThat(failure).as("the refused top-up").isNotNull();
    assertThat(failure.charge()).isEqualTo(charge);
    assertThat(account.requests()).hasSize(1);
    assertThat(guard.purchases()).isEmpty();
  }

  /** The charge of a top-up is the amount that the card was charged. */
  @ParameterizedTest
  @EnumSource
  void topUpByCardReportsItsAmountAsCharge(CallStyle style) {
    List<Charge> charges = new ArrayList<>();
    TestGuard guard = guard(BigDecimal.ZERO);
    CallListener listener =
        event -> {
          if (event instanceof CallEvent.CallEnded ended) charges.add(ended.charge());
        };
    FreightClient client =
        service.client(service.builderWithPrices().spendGuard(guard).listener(listener));

    style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT);

    assertThat(charges).containsExactly(Charge.charged(SampleLoads.topUp().amountUsd()));
    assertThat(guard.purchases()).isEmpty();
  }

  static Stream<Arguments> topUps() {
    return Arrays.stream(CallStyle.values())
        .flatMap(
            style ->
                Stream.of(
                    Arguments.of(style, null, Charge.UNKNOWN),
                    Arguments.of(style, ServiceResponses.error(500), Charge.UNKNOWN),
                    Arguments.of(style, ServiceResponses.billingUnavailable(), Charge.NONE),
                    Arguments.of(style, ServiceResponses.insufficientFunds(), Charge.NONE)));
  }

  private static RetryPolicy quickRetries(boolean retryUnknownReads) {
    return RetryPolicy.builder()
        .initialBackoff(Duration.ofMillis(1))
        .retryUnknownReads(retryUnknownReads)
        .build();
  }
}
