package io.freightsdk.guards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Limits hold for every operation that can cost money, with any guard. The tests name no operation.
 */
public abstract class PaidOperationsContract {
  protected static final int CALLS = 5;

  protected final ScriptedService service = new ScriptedService();
  protected final World world = service.world();
  protected final PaidResponses account = new PaidResponses(service);

  @AfterEach
  protected void close() {
    service.close();
  }

  /** A guard with this limit for everything together. */
  protected abstract SpendGuard guard(BigDecimal limitUsd);

  /** The certain charges of the last guard, in USD. */
  protected abstract BigDecimal chargedUsd();

  /** The unknown charges of the last guard, in USD. */
  protected abstract BigDecimal unknownUsd();

  protected static Stream<Arguments> operations() {
    return PaidResponses.operations()
        .flatMap(
            operation ->
                Arrays.stream(CallStyle.values()).map(style -> Arguments.of(operation, style)));
  }

  protected FreightClient guardedClient(SpendGuard guard, RetryPolicy policy) {
    return service.client(service.builderWithPrices().spendGuard(guard).retryPolicy(policy));
  }

  protected static BigDecimal limitForTwo(Operation operation) {
    return PaidResponses.price(operation).multiply(new BigDecimal("2.5"));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void noOperationIsSentAboveItsLimit(Operation operation, CallStyle style) {
    FreightClient client = guardedClient(guard(limitForTwo(operation)), RetryPolicy.standard());
    assertThat(countSent(client, operation, style)).isEqualTo(2);
    assertGuardMatchesTheService();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void lostResponseCountsAsSpent(Operation operation, CallStyle style) {
    FreightClient client = guardedClient(guard(limitForTwo(operation)), RetryPolicy.none());
    account.loseResponses(CALLS);
    for (int i = 0; i < CALLS; i++) {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, account.options(operation).build()));
    }
    assertThat(account.requests()).hasSize(2);
    assertThat(unknownUsd()).isEqualByComparingTo(account.debited());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void keyCountsOnceOnlyWhereTheServiceChargesItOnce(Operation operation, CallStyle style) {
    FreightClient client = guardedClient(guard(limitForTwo(operation)), RetryPolicy.standard());
    CallOptions oneKey = account.options(operation, "order-1").idempotencyKey("order-1").build();
    boolean once = RepeatCost.of(operation).isChargedOncePerKey();
    assertThat(countSent(client, operation, style, () -> oneKey)).isEqualTo(once ? CALLS : 2);
    assertGuardMatchesTheService();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void refusedCallReleasesItsReservation(Operation operation, CallStyle style) {
    FreightClient client = guardedClient(guard(PaidResponses.price(operation)), RetryPolicy.none());
    for (int i = 0; i < CALLS; i++) {
      account.refuse(
          i % 2 == 0 ? ServiceResponses.billingUnavailable() : insufficientFunds(operation));
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> style.call(client, operation, account.options(operation).build()))
          .matches(failure -> failure.charge().equals(Charge.NONE));
    }
    style.call(client, operation, account.options(operation).build());
    assertGuardMatchesTheService();
  }

  /** A response with the price of the list. */
  private static MockResponse.Builder insufficientFunds(Operation operation) {
    return ServiceResponses.json(
        402,
        "{\"error\":\"Insufficient funds\",\"code\":\"INSUFFICIENT_FUNDS\",\"balanceUsd\":0.00,"
            + String.format(
                Locale.ROOT,
                "\"priceUsd\":%s,\"billingUrl\":\"/billing/topup\"}",
                PaidResponses.price(operation)));
  }

  /** All callers reserve before the first response. */
  @ParameterizedTest
  @MethodSource("operations")
  void concurrentCallersNeverExceedALimitByACent(Operation operation, CallStyle style) {
    BigDecimal limit = PaidResponses.price(operation).multiply(new BigDecimal("7.5"));
    FreightClient client = guardedClient(guard(limit), RetryPolicy.standard());
    world.network().latency(Duration.ofMillis(100));
    List<Caller<Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      callers.add(world.start(() -> countSent(client, operation, style)));
    }
    int all = 0;
    for (Caller<Integer> caller : callers) all += world.join(caller);
    assertThat(all).isEqualTo(7);
    assertGuardMatchesTheService();
  }

  /** Makes five calls, and returns how many were sent. */
  protected int countSent(FreightClient client, Operation operation, CallStyle style) {
    return countSent(client, operation, style, () -> account.options(operation).build());
  }

  /** The same with other options. */
  protected int countSent(
      FreightClient client, Operation operation, CallStyle style, Supplier<CallOptions> options) {
    int sent = 0;
    for (int i = 0; i < CALLS; i++) {
      try {
        style.call(client, operation, options.get());
        sent++;
      } catch (SpendLimitExceededException refused) {
        assertThat(refused.charge()).isEqualTo(Charge.NONE);
      }
    }
    return sent;
  }

  protected void assertGuardMatchesTheService() {
    assertThat(account.debited()).isPositive();
    assertThat(chargedUsd()).isEqualByComparingTo(account.debited());
    assertThat(unknownUsd()).isZero();
  }
}
