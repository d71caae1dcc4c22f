package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses that differ from the API description. */
class DecodingTest {
  private static final String LINKS =
      """
      "trackingLink":"https://example.com/track/trk_0123456789abcdef01234567",\
      "driverWebLink":"https://example.com/driver/drv_0123456789abcdef01234567",\
      "driverAppLink":"pingpoint://driver/drv_0123456789abcdef01234567"\
      """;

  private final ScriptedService service = new ScriptedService();

  private static final String POSITION =
      "{\"loadNumber\":\"LD-2026-0001\",\"status\":\"PLANNED\","
          + "\"createdAt\":\"2026-11-20T10:00:00Z\",\"stops\":[],\"gpsTrack\":[],\"pingCount\":0}";

  @AfterEach
  void stop() {
    service.close();
  }

  private FreightClient client() {
    return service.client(
        TestBuilders.withPrices(service.builder(), FixedPrices.usual())
            .retryPolicy(RetryPolicy.none()));
  }

  private FreightDecodingException readFailure(CallStyle style, MockResponse.Builder response) {
    service.enqueue(response);
    FreightClient client = client();
    FreightDecodingException failure =
        catchThrowableOfType(
            FreightDecodingException.class,
            () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertThat(failure).isNotNull();
    return failure;
  }

  private FreightDecodingException creationFailure(CallStyle style, MockResponse.Builder response) {
    service.enqueue(response);
    FreightClient client = client();
    FreightDecodingException failure =
        catchThrowableOfType(
            FreightDecodingException.class, () -> style.createLoad(client, SampleLoads.twoStops()));
    assertThat(failure).isNotNull();
    return failure;
  }

  @ParameterizedTest
  @EnumSource
  void missingMemberIsReportedWithItsPath(CallStyle style) {
    FreightDecodingException failure =
        readFailure(
            style, ServiceResponses.json(200, POSITION.replace("\"status\":", "\"state\":")));
    assertThat(failure.path()).isEqualTo("$.status");
    assertThat(failure).hasMessageContaining("at $.status");
    assertThat(failure.charge()).as("it was answered").hasToString("0.02 USD");
    assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
  }

  /** Positions without optional members, or with invalid ones. */
  static Stream<Arguments> oddPositions() {
    return Stream.of(
            POSITION.replace(",\"pingCount\":0", ""),
            POSITION.replace("\"pingCount\":0", "\"pingCount\":null"),
            POSITION.replace("\"pingCount\":0", "\"pingCount\":\"many\""),
            POSITION.replace("\"gpsTrack\":[]", "\"track\":[]"),
            POSITION.replace("\"gpsTrack\":[]", "\"gpsTrack\":{\"points\":[]}"),
            POSITION.replace("\"stops\":[]", "\"stops\":null"),
            POSITION.replace("\"stops\":[]", "\"stops\":[7,null,\"dock\"]"),
            POSITION.replace("T10:00:00Z", "T10:00:00"),
            POSITION.replace("\"createdAt\":\"2026-11-20T10:00:00Z\",", ""),
            "{\"loadNumber\":\"" + SampleLoads.NUMBER + "\",\"status\":\"PLANNED\"}")
        .flatMap(body -> Stream.of(CallStyle.values()).map(style -> Arguments.of(body, style)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("oddPositions")
  void positionWithLoadNumberAndStatusIsAccepted(String body, CallStyle style) {
    service.enqueue(ServiceResponses.json(200, body));
    TestGuard guard = TestGuard.unlimited();
    FreightClient client =
        service.client(
            TestBuilders.withPrices(service.builder(), FixedPrices.usual()).spendGuard(guard));

    LoadPosition position = style.getLoadPosition(client, SampleLoads.NUMBER);

    assertThat(position.loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(position.status()).isEqualTo(LoadStatus.PLANNED);
    assertThat(position.stops()).isEmpty();
    assertThat(position.gpsTrack()).isEmpty();
    assertThat(guard.chargedUsd()).isEqualByComparingTo("0.02");
  }

  @ParameterizedTest
  @EnumSource
  void readAcceptsInvalidOptionalMembers(CallStyle style) {
    String sparse =
        POSITION
            .replace(
                "\"stops\":[", "\"eta\":\"soon\",\"onTime\":7,\"stops\":[{\"sequence\":\"first\"}")
            .replace("\"gpsTrack\":[", "\"gpsTrack\":[{\"heading\":172.5}");
    service.enqueue(ServiceResponses.json(200, sparse));
    LoadPosition position = style.getLoadPosition(client(), SampleLoads.NUMBER);
    assertThat(position.gpsTrack().get(0).heading()).isEqualTo(172.5);
    assertThat(position.stops().get(0).sequence()).isNull();
    assertThat(position.eta()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void truncatedOrEmptyJsonFails(CallStyle style) {
    assertThat(readFailure(style, ServiceResponses.json(200, "{\"loadNumber\":")))
        .hasMessageContaining("not JSON");
    assertThat(readFailure(style, ServiceResponses.json(200, ""))).hasMessageContaining("not JSON");
    assertThat(readFailure(style, ServiceResponses.json(200, "null")))
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @EnumSource
  void pageOfAProxyIsReported(CallStyle style) {
    FreightDecodingException failure =
        readFailure(
            style,
            ServiceResponses.json(200, "<html>Welcome to the airport</html>")
                .setHeader("Content-Type", "text/html; charset=utf-8"));
    assertThat(failure)
        .hasMessageContaining("content type is text/html")
        .hasMessageContaining("does the base URL belong to the service?");
    assertThat(failure.charge()).as("who knows what is behind it").isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
  }

  @ParameterizedTest
  @EnumSource
  void readableBodyWithAWrongContentTypeIsAccepted(CallStyle style) {
    service.enqueue(
        ServiceResponses.success(Operation.CREATE_LOAD).setHeader("Content-Type", "text/plain"));
    assertThat(style.createLoad(client(), SampleLoads.twoStops()).loadNumber())
        .isEqualTo(SampleLoads.NUMBER);
  }

  @ParameterizedTest
  @EnumSource
  void undocumentedSuccessFails(CallStyle style) {
    service.enqueue(new MockResponse.Builder().code(204));
    FreightClient client = client();
    FreightDecodingException failure =
        catchThrowableOfType(
            FreightDecodingException.class,
            () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertThat(failure.status()).isEqualTo(204);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
  }

  /** A service that converts a binary number writes such a price. */
  @ParameterizedTest
  @EnumSource
  void priceWithManyDecimalsIsAccepted(CallStyle style) {
    BigDecimal price = new BigDecimal(0.65);
    service.alwaysRespond(
        Operation.GET_PRICING,
        ServiceResponses.json(
            200, "{\"currency\":\"USD\",\"prices\":{\"load_create\":" + price + "}}"));
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    FreightClient client = service.client(service.builderWithPrices().maxPrice("1.00"));

    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());

    assertThat(load.charge()).isEqualTo(Charge.charged(price));
  }

  @ParameterizedTest
  @EnumSource
  void creationAcceptsInvalidOptionalMembers(CallStyle style) {
    service.enqueue(
        ServiceResponses.json(
            201,
            String.format(
                Locale.ROOT,
                """
            {"success":"yes","loadId":"1","loadNumber":"LD-2026-0001",%s,\
            "driverResolution":{"odd":1},"unresolvedTruckNumber":[7]}\
            """,
                LINKS)));
    CreateLoadOutcome load = style.createLoad(client(), SampleLoads.twoStops());
    assertThat(load.loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(load.deduplicated()).isFalse();
    assertThat(load.driverResolution()).isNull();
    assertThat(load.unresolvedTruckNumber()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void unknownDriverResolutionIsKept(CallStyle style) {
    service.enqueue(
        ServiceResponses.json(
            201,
            String.format(
                Locale.ROOT,
                "{\"loadId\":\"1\",\"loadNumber\":\"LD-2026-0001\",%s,\"driverResolution\":\"robot\"}",
                LINKS)));
    CreateLoadOutcome load = style.createLoad(client(), SampleLoads.twoStops());
    assertThat(load.driverResolution()).isEqualTo(DriverResolution.of("robot"));
  }

  @ParameterizedTest
  @EnumSource
  void damagedCreationReportsItsLoad(CallStyle style) {
    FreightDecodingException failure =
        creationFailure(
            style,
            ServiceResponses.json(
                201,
                """
                {"success":true,"loadId":"1","loadNumber":"LD-2026-0001",\
                "trackingLink":true,"driverWebLink":"https://example.com/driver/drv_0123"}\
                """));
    assertThat(failure.loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(failure).hasMessageContaining("load LD-2026-0001 exists");
    assertThat(failure.charge()).hasToString("0.65 USD");
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  /** A lost attempt of this call or another call has paid for the load. */
  @ParameterizedTest
  @EnumSource
  void damagedDeduplicatedResponseHasAnUnknownCharge(CallStyle style) {
    FreightDecodingException failure =
        creationFailure(
            style,
            ServiceResponses.json(
                200,
                """
                {"ok":true,"deduplicated":true,"loadId":"1","loadNumber":"LD-2026-0001",\
                "trackingLink":true}\
                """));
    assertThat(failure.loadNumber()).isEqualTo(SampleLoads.NUMBER);
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
  }

  @ParameterizedTest
  @EnumSource
  void damagedCreationIsRetriedWithItsKey(CallStyle style) {
    service.enqueue(
        ServiceResponses.json(201, "{\"success\":tr"),
        ServiceResponses.success(Operation.CREATE_LOAD));
    FreightClient client =
        service.client(TestBuilders.withPrices(service.builder(), FixedPrices.usual()));
    CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops());
    assertThat(load.attempts()).isEqualTo(2);
    assertThat(load.charge()).hasToString("0.65 USD");
    assertThat(service.takeRequest().getHeaders().get("Idempotency-Key"))
        .isEqualTo(service.takeRequest().getHeaders().get("Idempotency-Key"));
  }

  @ParameterizedTest
  @EnumSource
  void excerptIsBoundedAndMasked(CallStyle style) {
    FreightDecodingException failure =
        creationFailure(
            style,
            ServiceResponses.json(
                201,
                String.format(
                    Locale.ROOT,
                    "{\"driverPhone\":\"+1 312 555 0142\",%s,\"pad\":\"%s\"",
                    LINKS,
                    "x ".repeat(2000))));
    assertThat(failure.bodyExcerpt())
        .hasSizeLessThanOrEqualTo(512)
        .contains("trackingLink")
        .doesNotContain("drv_", "trk_", "example.com", "555 0142");
    assertThat(failure.getMessage()).doesNotContain("drv_", "trk_", "555");
  }

  @ParameterizedTest
  @EnumSource
  void refusalOfAnotherServerHasAnUnknownChargeAndReportsTheUrl(CallStyle style) {
    service.enqueue(
        ServiceResponses.json(404, "<html>not here</html>").setHeader("Content-Type", "text/html"));
    FreightClient client = client();
    var refusal =
        catchThrowableOfType(
            UnexpectedStatusException.class,
            () -> style.getLoadPosition(client, SampleLoads.NUMBER));
    assertThat(refusal)
        .hasMessageContaining("the base URL is probably wrong")
        .hasMessageContaining(service.baseUrl() + "v1/agent/loads/" + SampleLoads.NUMBER);
    assertThat(refusal.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(refusal.nextStep()).isEqualTo(NextStep.FIX_CONFIGURATION);
    assertThat(refusal.error()).isNull();
    assertThat(refusal.code()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void emptyResponseWithoutAContentTypeHasAnUnknownCharge(CallStyle style) {
    FreightDecodingException failure = readFailure(style, new MockResponse.Builder().code(200));
    assertThat(failure.charge()).as("who knows who said nothing").isEqualTo(Charge.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource
  void contradictoryResponseHasAnUnknownCharge(CallStyle style) {
    String known =
        String.format(
            Locale.ROOT,
            "{\"ok\":true,\"loadId\":\"x\",\"loadNumber\":\"LD-2026-0001\",%s,\"deduplicated\":false}",
            LINKS);
    assertThat(creationFailure(style, ServiceResponses.json(200, known)).charge())
        .isEqualTo(Charge.UNKNOWN);
    String refused = known.replace("ok\":true", "ok\":false").replace("false}", "true}");
    assertThat(creationFailure(style, ServiceResponses.json(200, refused)).charge())
        .isEqualTo(Charge.UNKNOWN);
    String unsuccessful =
        "{\"success\":false,\"loadId\":\"x\",\"loadNumber\":\"LD-2026-0001\"," + LINKS + "}";
    FreightDecodingException failure =
        creationFailure(style, ServiceResponses.json(201, unsuccessful));
    assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
    assertThat(failure.path()).isEqualTo("$.success");
  }
}
