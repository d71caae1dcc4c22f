package io.freightsdk.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.call.Accounts;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ScriptedService;
import io.freightsdk.testing.ServiceResponses;
import io.freightsdk.testing.TestGuard;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages, log lines and events show no agent key, link, phone number or body. */
class SecretsTest {
  private static final String[] SECRETS = {
    ScriptedService.KEY, "drv_", "trk_", "3125550142", "Gists Creek", "header-secret", "tok_visa"
  };

  private final ScriptedService service = new ScriptedService();
  private final LogLines log = new LogLines();

  @AfterEach
  void stop() {
    log.close();
    service.close();
  }

  static Stream<MockResponse.Builder> responses() {
    String quoting =
        """
        {"error":"key agentkey-0123456789abcdef may not send +13125550142 to drv_0123",\
        "code":"X","fields":["driverPhone"],"brokerEmail":"a@example.com"}\
        """;
    Stream<MockResponse.Builder> refusals =
        Stream.of(400, 401, 402, 403, 404, 408, 410, 422, 429, 500, 503)
            .map(status -> ServiceResponses.json(status, quoting));
    String named =
        """
        {"error":"no","code":"sent to +13125550142\\nby drv_0123",\
        "fields":["driverPhone +13125550142\\n","key_0123"],"status":"drv_0123\\n",\
        "reason":"bol_received_before_geofence_arrive"}\
        """;
    Stream<MockResponse.Builder> naming =
        Stream.of(400, 401, 402, 403, 404, 422, 500)
            .map(status -> ServiceResponses.json(status, named));
    String unreadable =
        """
        {"success":"drv_0123","loadId":"1","loadNumber":"LD-2026-0001",\
        "trackingLink":"https://example.com/track/trk_0",\
        "driverWebLink":"https://example.com/driver/drv_0","driverAppLink":"app://drv_0",\
        "driverResolution":["+13125550142"],"unresolvedTruckNumber":{"drv_0123":"trk_0"}}\
        """;
    return Stream.concat(
        Stream.concat(refusals, naming),
        Stream.of(
                ServiceResponses.json(201, quoting),
                ServiceResponses.json(200, "garbage drv_0123 +13125550142"),
                ServiceResponses.json(201, "{\"loadNumber\":\"LD-2026-1\\nERROR\"}"),
                ServiceResponses.success(Operation.CREATE_LOAD),
                ServiceResponses.json(201, unreadable),
                ServiceResponses.success(Operation.CREATE_LOAD)
                    .onResponseStart(new SocketEffect.CloseSocket()),
                ServiceResponses.success(Operation.CREATE_LOAD)
                    .onResponseStart(SocketEffect.Stall.INSTANCE))
            .map(response -> response.setHeader("X-Secret", "header-secret")));
  }

  @ParameterizedTest
  @MethodSource("responses")
  void responsesShowNoSecretInMessagesLogsOrEvents(MockResponse.Builder response) {
    List<String> events = new CopyOnWriteArrayList<>();
    TestGuard guard = TestGuard.unlimited().allowUnknownPrices();
    for (int i = 0; i < 4; i++) {
      service.enqueue(response);
    }
    FreightClient client =
        service.client(
            service
                .builder()
                .header("X-Gateway", "header-secret")
                .spendGuard(guard)
                .listener(event -> events.add(event.toString())));
    Throwable failure =
        catchThrowable(() -> events.add(client.createLoad(SampleLoads.twoStops()).toString()));

    assertThat(log.all()).as("debug lines of attempts").isNotEmpty();
    assertThat(String.join("\n", log.all())).doesNotContain(SECRETS);
    assertThat(String.join("\n", events)).doesNotContain(SECRETS);
    assertThat(guard.purchases() + " " + guard.entries())
        .contains("Purchase[", "Outcome[")
        .doesNotContain(SECRETS);
    if (failure != null) {
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      assertThat(text.toString()).doesNotContain(SECRETS);
      assertThat(failure.getMessage()).doesNotContain("\n", "\r");
    }
  }

  /** A user may pass the token of a driver link, or a phone number, in the wrong variable. */
  @ParameterizedTest
  @CsvSource({"drv_50f4c2, 404", "+13125550142, 404", "drv_50f4c2, 200", "+13125550142, 500"})
  void secretPassedAsALoadNumberIsNotShown(String secret, int status) {
    String notFound = "{\"error\":\"Load not found\"}";
    for (String body : List.of(notFound, "<html>no such page</html>")) {
      for (int i = 0; i < 4; i++) service.enqueue(ServiceResponses.json(status, body));
      FreightClient client = service.client();
      Throwable failure = catchThrowable(() -> client.getLoadPosition(secret));
      assertThat(failure).isInstanceOf(FreightException.class);
      StringWriter text = new StringWriter();
      failure.printStackTrace(new PrintWriter(text));
      assertThat(text.toString()).doesNotContain(SECRETS);
    }
    assertThat(String.join("\n", log.all())).contains("getLoadPosition").doesNotContain(SECRETS);
  }

  @Test
  void debugLineHasOnlyAllowedHeaders() {
    service.enqueue(
        ServiceResponses.success(Operation.GET_BALANCE)
            .setHeader("X-Request-Id", "req-7")
            .setHeader("Set-Cookie", "header-secret"));
    service.client().getBalance();
    assertThat(log.all())
        .anySatisfy(
            line ->
                assertThat(line)
                    .containsPattern("getBalance \\[[0-9a-z]+\\] attempt 1: HTTP 200")
                    .contains("charge NONE", "X-Request-Id=req-7")
                    .doesNotContain("Set-Cookie"));
  }

  /** Callers need it to retry, and it is useless to others. */
  @Test
  void idempotencyKeyIsShown() {
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    TestGuard guard = TestGuard.unlimited().allowUnknownPrices();
    CallOptions options = CallOptions.builder().idempotencyKey("order-7").build();
    Object made =
        service
            .client(service.builder().spendGuard(guard))
            .createLoad(SampleLoads.twoStops(), options);
    assertThat(options).asString().contains("order-7");
    assertThat(made).asString().contains("order-7");
    assertThat(guard.entries()).singleElement().asString().contains("order-7");
  }

  @Test
  void resultsOfACallShowNoAgentKeyOrLink() {
    service.enqueue(ServiceResponses.success(Operation.CREATE_LOAD));
    TestGuard guard = TestGuard.unlimited().allowUnknownPrices();
    FreightClient client = service.client(service.builder().spendGuard(guard));
    FreightResponse<?> response = client.withResponse().createLoad(SampleLoads.twoStops());
    SpendGuard.Outcome outcome = guard.entries().get(0).outcome();

    assertThat(outcome.trackingLink()).contains("trk_");
    assertThat(outcome).asString().contains(SampleLoads.NUMBER).doesNotContain(SECRETS);
    assertThat(guard.purchases())
        .singleElement()
        .asString()
        .contains(client.accountId())
        .doesNotContain(SECRETS);
    assertThat(response.value()).asString().doesNotContain(SECRETS);
    assertThat(response.body()).contains("trk_", "drv_");
    assertThat(response).asString().contains("status=201").doesNotContain(SECRETS);
    assertThat(String.join("\n", log.all())).doesNotContain(SECRETS);
  }

  @Test
  void optionsAndInputsShowNoSecrets() {
    CreateLoadInput input = SampleLoads.twoStops();
    CallOptions options = CallOptions.builder().header("X-Gateway", "header-secret").build();
    assertThat(options + " " + input.driverPhone().length()).doesNotContain("header-secret");
    assertThat(input.toString()).doesNotContain("3125550142");
    assertThat(SampleLoads.topUp().toString()).doesNotContain("tok_visa");
  }

  @Test
  void accountKeyShowsOnlyTheAccount() {
    assertThat(new Accounts.AccountKey(ScriptedService.KEY, "0a1b2c3d-01").toString())
        .contains("0a1b2c3d-01")
        .doesNotContain(ScriptedService.KEY);
  }
}
