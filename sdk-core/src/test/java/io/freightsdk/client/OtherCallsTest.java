package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.HttpMethod;
import io.freightsdk.RequestEvent.CallEnded;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls by their path: what this client does not know, under the rules of money that it does. */
class OtherCallsTest {
  private static final String PATH = "/v1/agent/notes?of=LD-1";
  private static final CallOptions PRICED = CallOptions.builder().price("0.10").build();

  @AutoClose private final ScriptedService service = new ScriptedService().undescribed();

  /** Of the client with a limit. */
  private TestGuard guard = TestGuard.unlimited(service.world().clock());

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void theAnswerIsItsTextAndTheRequestHasTheKey(CallStyle style) throws Exception {
    service.answers(Answers.json(201, "{\"note\":7}"));
    try (FreightClient client = limited("1.00").build()) {
      FreightResponse<String> answer = call(style, client, "{\"text\":\"call Bob\"}", PRICED);

      assertThat(answer.value()).isEqualTo("{\"note\":7}");
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.charge().amountUsd()).isEqualByComparingTo("0.10");
      RecordedRequest request = service.takeRequest();
      assertThat(request.getMethod()).isEqualTo("POST");
      assertThat(request.getUrl().encodedPath()).isEqualTo("/api/v1/agent/notes");
      assertThat(request.getUrl().query()).isEqualTo("of=LD-1");
      assertThat(request.getHeaders().get("Authorization"))
          .isEqualTo("Bearer " + ScriptedService.KEY);
      assertThat(request.getBody().utf8()).isEqualTo("{\"text\":\"call Bob\"}");
      TestGuard.Entry entry = guard.entries().get(0);
      assertThat(entry.purchase().operation()).isEqualTo(Operation.OTHER);
      assertThat(entry.outcome().kind()).isEqualTo(Charge.Kind.CHARGED);
    }
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void underALimitItsPriceMustBeStatedAndIsCounted(CallStyle style) {
    try (FreightClient client = limited("0.15").build()) {
      assertThatExceptionOfType(PriceUnavailableException.class)
          .isThrownBy(() -> call(style, client, "{}", CallOptions.DEFAULT))
          .withMessageContaining("CallOptions.price")
          .satisfies(e -> assertThat(e.nextStep()).isEqualTo(NextStep.FIX_REQUEST));
      assertThatExceptionOfType(PriceLimitExceededException.class)
          .isThrownBy(() -> call(style, client, "{}", PRICED.toBuilder().maxPrice("0.09").build()));
      assertThat(service.requestCount()).isZero();

      service.answers(Answers.json(200, "{}"));
      call(style, client, "{}", PRICED);
      assertThatExceptionOfType(SpendLimitExceededException.class)
          .isThrownBy(() -> call(style, client, "{}", PRICED));
      assertThat(service.requestCount()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(CallStyle.class)
  void withoutALimitAnUnstatedPriceIsAnUnknownCharge(CallStyle style) {
    service.answers(Answers.json(200, "{}"));
    service.answers(Answers.json(200, "{}"));
    try (FreightClient client = builder().build()) {
      assertThat(call(style, client, "{}", CallOptions.DEFAULT).charge()).isEqualTo(Charge.UNKNOWN);
      CallOptions free = CallOptions.builder().price("0").build();
      assertThat(call(style, client, "{}", free).charge()).isEqualTo(Charge.NONE);
      assertThat(service.requestCount()).as("no price list is read").isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 503})
  void nothingThatWasWrittenIsSentAgain(int status) {
    service.answers(Answers.json(status, "{\"error\":\"down\"}"));
    try (FreightClient client = limited("1.00").build()) {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> client.call(HttpMethod.GET, PATH, null, PRICED))
          .satisfies(e -> assertThat(e.charge()).isEqualTo(Charge.UNKNOWN));
      assertThat(service.requestCount()).isEqualTo(1);
    }
  }

  @Test
  void aRefusalOfTheServiceCostsNothingAndIsFinal() {
    service.answers(Answers.billingUnavailable());
    service.answers(Answers.insufficientFunds());
    service.answers(Answers.json(404, "{\"error\":\"Not found\"}"));
    service.answers(Answers.json(410, "{\"error\":\"Gone\"}"));
    try (FreightClient client = limited("1.00").build()) {
      assertThatExceptionOfType(FreightException.class)
          .isThrownBy(() -> client.call(HttpMethod.POST, PATH, "{}", PRICED))
          .satisfies(e -> assertThat(e.charge()).isEqualTo(Charge.NONE));
      assertThatExceptionOfType(InsufficientFundsException.class)
          .isThrownBy(() -> client.call(HttpMethod.POST, PATH, "{}", PRICED))
          .satisfies(e -> assertThat(e.charge()).isEqualTo(Charge.NONE));
      for (int i = 0; i < 2; i++) {
        assertThatExceptionOfType(UnexpectedStatusException.class)
            .isThrownBy(() -> client.call(HttpMethod.PUT, PATH, "{}", PRICED))
            .satisfies(e -> assertThat(e.charge()).isEqualTo(Charge.NONE));
      }
      assertThat(service.requestCount()).isEqualTo(4);
      assertThat(guard.usedUsd()).isZero();
    }
  }

  @Test
  void whatWasNotWrittenIsSentAgain() {
    service.unreachableTimes(100);
    try (FreightClient client = limited("1.00").deadline(Duration.ofSeconds(5)).build()) {
      assertThatExceptionOfType(FreightConnectionException.class)
          .isThrownBy(() -> client.call(HttpMethod.DELETE, PATH, null, PRICED))
          .satisfies(e -> assertThat(e.attempts()).isGreaterThan(1))
          .satisfies(e -> assertThat(e.charge()).isEqualTo(Charge.NONE));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/agent/loads",
        "/v1/agent/LOADS",
        "/v1/agent/loads?x=1",
        "/v1/agent/%6Coads",
        "/v1/agent/loads;a=b",
        "/v1/agent/loads/LD-1/delivery-confirm",
        "/v1/billing/topup/card"
      })
  void aKnownOperationHasAMethodOfItsOwn(String path) {
    try (FreightClient client = builder().build()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> client.call(HttpMethod.POST, path, "{}", PRICED))
          .withMessageMatching(".*; call (createLoad|confirmDelivery|topUpByCard)");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "v1/agent/notes",
        "//v1/agent/notes",
        "/v1//agent",
        "/v1/agent/notes/",
        "/../v1/x",
        "/v1/../../admin",
        "/%2e%2e/admin",
        "/v1/.%2E/x",
        "/v1/./x",
        "/v1/a%2Fb",
        "/v1/a%5Cb",
        "/v1\\x",
        "/v1/a#b",
        "/v1/a b",
        "https://evil.example/v1",
        "/v1/\u00e9",
        "/v1/a\r\nX: y"
      })
  void aPathCannotLeaveTheBaseUrl(String path) {
    try (FreightClient client = builder().build()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> client.call(HttpMethod.GET, path, null))
          .withMessageStartingWith("path: ");
      assertThat(client.async().call(HttpMethod.GET, path, null)).isCompletedExceptionally();
      assertThat(service.requestCount()).isZero();
    }
  }

  static Stream<Arguments> bodiless() {
    return Stream.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH, HttpMethod.DELETE)
        .flatMap(
            method ->
                Stream.of(CallStyle.values())
                    .flatMap(
                        style ->
                            Stream.of(
                                Arguments.of(method, style, null),
                                Arguments.of(method, style, ""))));
  }

  @ParameterizedTest(name = "{0}, {1}, body {2}")
  @MethodSource("bodiless")
  void aCallMayHaveNoBody(HttpMethod method, CallStyle style, @Nullable String none) {
    service.answers(Answers.json(200, "{\"done\":true}"));
    try (FreightClient client = limited("1.00").build()) {
      FreightResponse<String> answer = call(style, client, method, none, PRICED);

      assertThat(answer.value()).isEqualTo("{\"done\":true}");
      RecordedRequest request = service.takeRequest();
      assertThat(request.getMethod()).isEqualTo(method.name());
      assertThat(request.getBodySize()).isZero();
    }
  }

  /** All of it is in its headers: whoever cancels it then may be too late. */
  @ParameterizedTest
  @EnumSource(
      value = HttpMethod.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GET"})
  void aCallWithoutABodyThatIsCancelledOnItsWayMayHaveCost(HttpMethod method) {
    List<FreightException> failures = new ArrayList<>();
    RequestListener told =
        event -> {
          if (event instanceof CallEnded end && end.failure() != null) failures.add(end.failure());
        };
    try (FreightClient client = limited("1.00").listener(told).build()) {
      var call = client.async().call(method, PATH, null, PRICED);
      service.world().runUntilWaiting(call);
      assertThat(service.requestCount()).isEqualTo(1);

      call.cancel(true);
      service.world().settle();

      assertThat(failures)
          .singleElement()
          .satisfies(failure -> assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN));
    }
  }

  private static FreightResponse<String> call(
      CallStyle style, FreightClient client, String json, CallOptions options) {
    return call(style, client, HttpMethod.POST, json, options);
  }

  private static FreightResponse<String> call(
      CallStyle style,
      FreightClient client,
      HttpMethod method,
      @Nullable String json,
      CallOptions options) {
    return style == CallStyle.BLOCKING
        ? client.call(method, PATH, json, options)
        : CallStyle.join(client.async().call(method, PATH, json, options));
  }

  private FreightClientBuilder limited(String usd) {
    guard = TestGuard.of(service.world().clock(), usd);
    return builder().spendGuard(guard);
  }

  private FreightClientBuilder builder() {
    return service.withOwnPrices().baseUrl(service.baseUrl() + "api/");
  }
}
