package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import java.time.Duration;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The four operations of the catalog, whose format is not published. */
class UnpublishedOperationsTest {
  @ParameterizedTest
  @EnumSource
  void catalogWorksWithTheInMemoryServer(CallStyle style) {
    try (World world = new World();
        InMemoryFreightServer server = WorldServer.in(world)) {
      Broker broker = server.createBroker("1.00");
      try (FreightClient client = world.builder().agentKey(broker.agentKey()).build()) {
        CreateLoadOutcome load =
            (CreateLoadOutcome)
                style.call(client, Operation.CREATE_TRACKED_LOAD, CallOptions.DEFAULT);
        TrackedPosition position = client.catalog().getTrackedLoadPosition(load.loadNumber());
        assertThat(position.loadNumber()).isEqualTo(load.loadNumber());
        assertThat(position.lat()).isNull();
        TopUpByCardResult toppedUp =
            (TopUpByCardResult) style.call(client, Operation.TOP_UP_BY_CARD, CallOptions.DEFAULT);
        assertThat(toppedUp.balanceUsd()).isEqualByComparingTo("50.33");
        ServiceCatalog catalog =
            (ServiceCatalog) style.call(client, Operation.GET_SERVICE_CATALOG, CallOptions.DEFAULT);
        assertThat(catalog.services()).isNotEmpty();
      }
    }
  }

  static Stream<Arguments> cases() {
    return Stream.of(
            Operation.TOP_UP_BY_CARD,
            Operation.CREATE_TRACKED_LOAD,
            Operation.GET_TRACKED_LOAD_POSITION)
        .flatMap(operation -> responsesTo(operation));
  }

  private static Stream<Arguments> responsesTo(Operation operation) {
    return Stream.of(
            ServiceResponses.billingUnavailable(),
            ServiceResponses.error(429),
            ServiceResponses.insufficientFunds(),
            ServiceResponses.error(500),
            ServiceResponses.error(408),
            ServiceResponses.json(409, "{\"error\":\"in work\",\"code\":\"REQUEST_IN_PROGRESS\"}"),
            ServiceResponses.success(operation).onResponseBody(new SocketEffect.CloseSocket()))
        .flatMap(
            response ->
                Stream.of(CallStyle.values())
                    .map(style -> Arguments.of(operation, response, style)));
  }

  /** The policy retries reads and waits for a top-up. */
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("cases")
  void operationThatMovesMoneyIsSentOnce(
      Operation operation, MockResponse.Builder response, CallStyle style) {
    RetryPolicy eager =
        RetryPolicy.builder().retryUnknownReads(true).maxTopUpWait(Duration.ofHours(1)).build();
    try (ScriptedService service = new ScriptedService()) {
      service.enqueue(response, ServiceResponses.success(operation));
      FreightClient client = service.client(service.builder().retryPolicy(eager));
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.call(client, operation, CallOptions.DEFAULT));
      assertThat(failure.attempts()).isEqualTo(1);
      assertThat(service.requestCount()).isEqualTo(1);
      assertThat(service.world().now()).isEqualTo(World.START);
    }
  }

  @ParameterizedTest(name = "{0} lost, {1}")
  @CsvSource({
    "TOP_UP_BY_CARD, BLOCKING",
    "TOP_UP_BY_CARD, FUTURE",
    "CREATE_TRACKED_LOAD, BLOCKING",
    "CREATE_TRACKED_LOAD, FUTURE",
    "GET_TRACKED_LOAD_POSITION, BLOCKING",
    "GET_TRACKED_LOAD_POSITION, FUTURE",
  })
  void lostOperationThatMovesMoneyIsNotRetried(Operation operation, CallStyle style) {
    try (ScriptedService service = new ScriptedService()) {
      service.enqueue(
          ServiceResponses.success(operation).onResponseStart(new SocketEffect.CloseSocket()),
          ServiceResponses.success(operation));
      FreightClient client = service.client();
      FreightException failure =
          catchThrowableOfType(
              FreightException.class, () -> style.call(client, operation, CallOptions.DEFAULT));
      assertThat(failure.attempts()).isEqualTo(1);
      assertThat(failure.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(failure.nextStep()).isNotIn(NextStep.RETRY_LATER, NextStep.RETRY_WITH_SAME_KEY);
      assertThat(failure.nextStep()).isEqualTo(NextStep.NONE);
      assertThat(service.requestCount()).isEqualTo(1);
    }
  }
}
