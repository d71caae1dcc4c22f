package io.freightsdk.responses;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The body of a response, for members that this version does not know. */
class ResponseBodyTest {
  @AutoClose private final ScriptedService service = new ScriptedService();

  @ParameterizedTest
  @CsvSource({
    "CREATE_LOAD, BLOCKING",
    "CREATE_LOAD, FUTURE",
    "GET_LOAD_POSITION, BLOCKING",
    "GET_LOAD_POSITION, FUTURE",
    "CONFIRM_DELIVERY, BLOCKING",
    "CONFIRM_DELIVERY, FUTURE",
    "GET_PRICING, BLOCKING",
    "GET_PRICING, FUTURE",
    "GET_BALANCE, BLOCKING",
    "GET_BALANCE, FUTURE"
  })
  void responseHasItsBody(Operation operation, CallStyle style) throws IOException {
    String newer = bodyOf(operation).replaceFirst("}$", ",\"trailerTemperature\": -18.50,\"é\":1}");
    int status = operation == Operation.CREATE_LOAD ? 201 : 200;
    service.enqueue(ServiceResponses.json(status, newer));

    assertThat(response(service.client(), operation, style).body()).isEqualTo(newer);
  }

  @ParameterizedTest
  @EnumSource
  void bodyIsThatOfTheLastAttempt(CallStyle style) throws IOException {
    MockResponse.Builder success = ServiceResponses.success(Operation.GET_BALANCE);
    service.enqueue(ServiceResponses.error(500), success);

    FreightResponse<?> response = response(service.client(), Operation.GET_BALANCE, style);

    assertThat(response.attempts()).isEqualTo(2);
    assertThat(response.body()).isEqualTo(bodyOf(Operation.GET_BALANCE));
  }

  private static FreightResponse<?> response(
      FreightClient client, Operation operation, CallStyle style) {
    FreightResponseClient blocking = client.withResponse();
    AsyncFreightResponseClient async = client.async().withResponse();
    boolean blocks = style == CallStyle.BLOCKING;
    String load = SampleLoads.NUMBER;
    return switch (operation) {
      case CREATE_LOAD ->
          blocks
              ? blocking.createLoad(SampleLoads.twoStops())
              : CallStyle.join(async.createLoad(SampleLoads.twoStops()));
      case GET_LOAD_POSITION ->
          blocks ? blocking.getLoadPosition(load) : CallStyle.join(async.getLoadPosition(load));
      case CONFIRM_DELIVERY ->
          blocks ? blocking.confirmDelivery(load) : CallStyle.join(async.confirmDelivery(load));
      case GET_PRICING -> blocks ? blocking.getPricing() : CallStyle.join(async.getPricing());
      default -> blocks ? blocking.getBalance() : CallStyle.join(async.getBalance());
    };
  }

  private static String bodyOf(Operation operation) throws IOException {
    Buffer body = new Buffer();
    ServiceResponses.success(operation).build().getBody().writeTo(body);
    return body.readUtf8();
  }
}
