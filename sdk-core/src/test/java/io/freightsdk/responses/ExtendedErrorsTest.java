package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.StatusReadOnlyException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each documented error body with an additional member is recognized by its status, code and
 * reason. {@link DescribedErrorsTest} tests the bodies without it.
 */
class ExtendedErrorsTest {
  private static final int ATTEMPTS = 3;

  /** A documented refusal, and its exception. */
  private record Row(
      String name,
      int status,
      String body,
      Class<? extends FreightException> reported,
      NextStep step,
      int sent) {
    MockResponse.Builder response() {
      int end = body.lastIndexOf('}');
      return ServiceResponses.json(status, body.substring(0, end) + ",\"requestId\":\"r-1\"}");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final Row NO_FUNDS =
      new Row(
          "402",
          402,
          """
          {"error":"Prepaid balance does not cover this operation","code":"INSUFFICIENT_FUNDS",\
          "balanceUsd":0.01,"priceUsd":0.02,"billingUrl":"/billing/topup"}\
          """,
          InsufficientFundsException.class,
          NextStep.TOP_UP,
          1);

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "400 with fields",
              400,
              "{\"error\":\"Missing or invalid fields\",\"fields\":[\"pickups.0.zip\"]}",
              InvalidRequestException.class,
              NextStep.FIX_REQUEST,
              1),
          new Row(
              "400 with a code",
              400,
              "{\"error\":\"No phone\",\"code\":\"INVALID_DRIVER_PHONE\"}",
              InvalidRequestException.class,
              NextStep.FIX_REQUEST,
              1),
          new Row(
              "400 plain",
              400,
              "{\"error\":\"invalid bol_received_at\"}",
              InvalidRequestException.class,
              NextStep.FIX_REQUEST,
              1),
          new Row(
              "401",
              401,
              "{\"error\":\"No such key\",\"code\":\"INVALID_KEY\"}",
              AuthenticationException.class,
              NextStep.FIX_KEY,
              1),
          NO_FUNDS,
          new Row(
              "403",
              403,
              "{\"error\":\"not your load\"}",
              PermissionDeniedException.class,
              NextStep.FIX_KEY,
              1),
          new Row(
              "404",
              404,
              "{\"error\":\"Load not found\"}",
              LoadNotFoundException.class,
              NextStep.FIX_REQUEST,
              1),
          new Row(
              "410",
              410,
              "{\"error\":\"closed\",\"code\":\"STATUS_DOOR_CLOSED\"}",
              StatusReadOnlyException.class,
              NextStep.NONE,
              1),
          new Row(
              "422 of a delivery",
              422,
              "{\"error\":\"load not at delivery yet\",\"status\":\"PLANNED\","
                  + "\"reason\":\"bol_received_before_geofence_arrive\"}",
              DeliveryNotReadyException.class,
              NextStep.WAIT_FOR_DRIVER,
              1),
          new Row(
              "422 of a broker",
              422,
              "{\"error\":\"Not registered\",\"code\":\"UNKNOWN_BROKER\","
                  + "\"brokerEmail\":\"ops@broker.example\"}",
              UnknownBrokerException.class,
              NextStep.FIX_KEY,
              1),
          new Row(
              "503",
              503,
              "{\"error\":\"Billing is down\",\"code\":\"BILLING_UNAVAILABLE\"}",
              BillingUnavailableException.class,
              NextStep.RETRY_LATER,
              ATTEMPTS));

  @AutoClose private final ScriptedService service = new ScriptedService();
  private final TestGuard guard = TestGuard.of("5");

  @BeforeEach
  void start() {
    service
        .alwaysRespond(Operation.GET_PRICING, ServiceResponses.success(Operation.GET_PRICING))
        .alwaysRespond(Operation.GET_BALANCE, ServiceResponses.success(Operation.GET_BALANCE));
  }

  private FreightClient.Builder builder() {
    return service
        .builderWithPrices()
        .spendGuard(guard)
        .retryPolicy(RetryPolicy.builder().maxAttempts(ATTEMPTS).build());
  }

  private long sent() {
    return service.requestCount(Operation.CREATE_LOAD)
        + service.requestCount(Operation.GET_LOAD_POSITION);
  }

  static Stream<Arguments> cells() {
    return ROWS.stream()
        .flatMap(row -> Stream.of(CallStyle.values()).map(style -> Arguments.of(row, style)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("cells")
  void readReportsTheDocumentedFailure(Row row, CallStyle style) {
    FreightClient client = service.client(builder());
    for (int i = 0; i < ATTEMPTS; i++) service.enqueue(row.response());

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));

    assertReportedAs(row, failure);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("cells")
  void creationReportsTheDocumentedFailure(Row row, CallStyle style) {
    boolean isAboutLoad = row.status == 404 || row.status == 410;
    if (isAboutLoad) return; // These speak of a load that the request names.
    FreightClient client = service.client(builder());
    for (int i = 0; i < ATTEMPTS; i++) service.enqueue(row.response());

    FreightException failure =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops()));

    assertReportedAs(row, failure);
  }

  private void assertReportedAs(Row row, FreightException failure) {
    assertThat(failure).isExactlyInstanceOf(row.reported);
    assertThat(failure.charge()).isEqualTo(Charge.NONE);
    assertThat(failure.nextStep()).isEqualTo(row.step);
    assertThat(failure.attempts()).isEqualTo(row.sent);
    assertThat(sent()).isEqualTo(row.sent);
    assertThat(failure.nextStep() == NextStep.RETRY_LATER).isEqualTo(row.sent > 1);
    assertThat(guard.usedUsd()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void creationWaitsForATopUp(CallStyle style) {
    FreightClient client =
        service.client(
            builder()
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofSeconds(60)).build()));
    service.enqueue(NO_FUNDS.response());
    service.enqueue(ServiceResponses.createdLoad(SampleLoads.NUMBER));

    assertThat(style.createLoad(client, SampleLoads.twoStops()).attempts()).isEqualTo(2);
    assertThat(sent()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void readWaitsForATopUp(CallStyle style) {
    FreightClient client =
        service.client(
            builder()
                .retryPolicy(RetryPolicy.builder().maxTopUpWait(Duration.ofSeconds(60)).build()));
    service.enqueue(NO_FUNDS.response());
    service.enqueue(ServiceResponses.success(Operation.GET_LOAD_POSITION));

    style.getLoadPosition(client, SampleLoads.NUMBER, CallOptions.DEFAULT);
    assertThat(sent()).isEqualTo(2);
    assertThat(guard.unknownUsd()).isZero();
  }
}
