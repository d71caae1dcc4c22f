package io.freightsdk.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import java.util.List;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One warning for each described member that has a value in another form. */
class UnreadableMembersLogTest {
  @AutoClose private final ScriptedService service = new ScriptedService();
  @AutoClose private final LogLines log = new LogLines();

  /** The card top-up has no member that may be absent. */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CREATE_LOAD | $.driverResolution | \"driverResolution\":[\"odd\"]",
        "GET_LOAD_POSITION | $.stops[].arrivedAt | \"stops\":[{\"arrivedAt\":\"odd\"}]",
        "GET_LOAD_POSITION | $.gpsTrack | \"gpsTrack\":{\"items\":[\"odd\"]}",
        "GET_LOAD_POSITION | $.eta.nextStopEta | \"eta\":{\"nextStopEta\":\"odd\"}",
        "CONFIRM_DELIVERY | $.idempotent | \"idempotent\":\"odd\"",
        "GET_PRICING | $.prices | \"prices\":{\"position_read\":\"odd\"}",
        "GET_BALANCE | $.currency | \"currency\":[\"odd\"]",
        "CREATE_TRACKED_LOAD | $.unresolvedTruckNumber | \"unresolvedTruckNumber\":[\"odd\"]",
        "GET_TRACKED_LOAD_POSITION | $.timestamp | \"timestamp\":\"odd\"",
        "GET_SERVICE_CATALOG | $.services[].payment"
            + " | \"services\":[{\"id\":1,\"category\":1,\"description\":1,\"price_usd\":1,"
            + "\"payment\":{\"odd\":1}}]",
      })
  void unreadableMemberIsLoggedOnceWithoutItsValue(Operation operation, String path, String member)
      throws IOException {
    FreightClient client = service.client();
    for (CallStyle style : CallStyle.values()) call(client, operation, member, style);

    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith(operation.id() + " ")
        .contains("]: " + path + " is not in the form of the API description")
        .doesNotContain("odd");
  }

  @ParameterizedTest
  @EnumSource
  void eachClientAndMemberHasItsWarning(CallStyle style) throws IOException {
    FreightClient client = service.client();
    call(client, Operation.GET_LOAD_POSITION, "\"stops\":{},\"onTime\":1", style);
    call(client, Operation.GET_LOAD_POSITION, "\"onTime\":2,\"pingCount\":\"3\"", style);
    call(service.client(), Operation.GET_LOAD_POSITION, "\"onTime\":1", style);

    assertThat(log.warnings())
        .extracting(line -> line.replaceAll(".*]: \\$\\.(\\w+) .*", "$1"))
        .containsExactly("onTime", "stops", "pingCount", "onTime");
  }

  @ParameterizedTest
  @EnumSource
  void describedNullAndUnknownMembersAreNotLogged(CallStyle style) throws IOException {
    FreightClient client = service.client();
    List<String> members = List.of("\"onTime\":null", "\"stops\":[null]", "\"newer\":{\"at\":1}");
    for (String member : members) call(client, Operation.GET_LOAD_POSITION, member, style);

    assertThat(log.warnings()).isEmpty();
  }

  /**
   * Calls an operation, and responds with this member at the end, which replaces an earlier one.
   */
  private void call(FreightClient client, Operation operation, String member, CallStyle style)
      throws IOException {
    MockResponse success = ServiceResponses.success(operation).build();
    Buffer body = new Buffer();
    success.getBody().writeTo(body);
    String spoiled = body.readUtf8().replaceFirst("}$", "," + member + "}");
    service.enqueue(ServiceResponses.json(success.getCode(), spoiled));
    style.call(client, operation, CallOptions.DEFAULT);
  }
}
