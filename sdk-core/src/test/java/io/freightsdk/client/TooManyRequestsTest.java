package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** 429 says that nothing was processed, and 501 that nothing ever will be. */
class TooManyRequestsTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  private FreightClientBuilder builder() {
    return TestBuilders.withPrices(service.builder(), KnownPrices.usual());
  }

  private static Stream<Arguments> withStyles(List<?> rows) {
    return rows.stream()
        .flatMap(row -> Stream.of(CallStyle.values()).map(style -> Arguments.of(row, style)));
  }

  static Stream<Arguments> bodies() {
    return withStyles(
        List.of(
            Answers.error(429),
            Answers.json(429, "{\"error\":\"slow down\",\"code\":\"RATE_LIMITED\",\"more\":1}"),
            Answers.json(429, "{\"message\":\"Too Many Requests\"}"),
            Gateway.page(429),
            new MockResponse.Builder().code(429).body("rate limit"),
            new MockResponse.Builder().code(429)));
  }

  @ParameterizedTest(name = "{index}, {1}")
  @MethodSource("bodies")
  void aReadIsSentAgainWhenTheServiceAsksItToWaitAndIsChargedOnce(
      MockResponse.Builder busy, CallStyle style) {
    service.answers(
        busy.clone().setHeader("Retry-After", "3"), Answers.success(Operation.GET_LOAD_POSITION));
    TestGuard guard = TestGuard.unlimited(service.world().clock());
    FreightClient client = service.client(builder().spendGuard(guard));

    style.getLoadPosition(client, Loads.NUMBER);

    assertThat(service.world().waits()).contains(Duration.ofSeconds(3));
    assertThat(guard.unknownUsd()).isZero();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.02");
  }

  @ParameterizedTest(name = "{index}, {1}")
  @MethodSource("bodies")
  void aCreationIsSentAgainWhenTheServiceAsksItToWaitAndIsChargedOnce(
      MockResponse.Builder busy, CallStyle style) {
    service.answers(
        busy.clone().setHeader("Retry-After", "3"), Answers.createdLoad("LD-2026-0001"));
    TestGuard guard = TestGuard.unlimited(service.world().clock());
    FreightClient client = service.client(builder().spendGuard(guard));

    assertThat(style.createLoad(client, Loads.twoStops()).attempts()).isEqualTo(2);

    assertThat(service.world().waits()).contains(Duration.ofSeconds(3));
    assertThat(guard.unknownUsd()).isZero();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.65");
  }

  @ParameterizedTest
  @EnumSource
  void readsThatAreTurnedAwayLeaveALimitUntouched(CallStyle style) {
    TestGuard guard = TestGuard.of(service.world().clock(), "0.30");
    FreightClient client =
        service.client(builder().retryPolicy(RetryPolicy.none()).spendGuard(guard));
    for (int i = 0; i < 15; i++) {
      service.answers(Answers.json(429, "{\"error\":\"slow down\"}"));

      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.getLoadPosition(client, Loads.NUMBER));

      assertThat(failure).isInstanceOf(RateLimitedException.class);
      assertThat(failure.charge()).isEqualTo(Charge.NONE);
      assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_LATER);
      assertThat(failure.retryable()).isTrue();
    }
    assertThat(guard.usedUsd()).isZero();
    for (int i = 0; i < 15; i++) {
      service.answers(Answers.success(Operation.GET_LOAD_POSITION));
      style.getLoadPosition(client, Loads.NUMBER);
    }
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.30");
  }

  static Stream<Arguments> operations() {
    return withStyles(
        List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION, Operation.GET_BALANCE));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("operations")
  void whatTheServiceDoesNotOfferIsNotSentAgainAndCostsNothing(
      Operation operation, CallStyle style) {
    FreightException failure =
        notOffered(
            Answers.json(501, "{\"error\":\"no\",\"code\":\"NOT_IMPLEMENTED\"}"), operation, style);

    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(NextStep.NONE);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("operations")
  void whatSomethingElseDoesNotOfferMayHaveCost(Operation operation, CallStyle style) {
    boolean paid = operation != Operation.GET_BALANCE;
    for (MockResponse.Builder said : List.of(Gateway.page(501), Answers.error(501))) {
      FreightException failure = notOffered(said, operation, style);

      assertThat(failure.charge()).isEqualTo(paid ? Charge.UNKNOWN : Charge.NONE);
      assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_SETUP);
    }
  }

  private FreightException notOffered(
      MockResponse.Builder said, Operation operation, CallStyle style) {
    RetryPolicy all = RetryPolicy.builder().retryUnknownReads(true).build();
    FreightClient client = service.client(builder().retryPolicy(all));
    service.answers(said);
    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.call(client, operation, CallOptions.DEFAULT));
    assertThat(failure).isInstanceOf(UnexpectedStatusException.class);
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(failure.retryable()).isFalse();
    return failure;
  }
}
