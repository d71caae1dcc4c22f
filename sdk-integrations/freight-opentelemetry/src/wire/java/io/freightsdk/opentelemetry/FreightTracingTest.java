package io.freightsdk.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.HttpMethod;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreightTracingTest {
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("freight.operation");
  private static final AttributeKey<Long> RESENDS =
      AttributeKey.longKey("http.request.resend_count");

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.67");
  private final FreightClient client = client(server.baseUrl(), broker.agentKey());

  private FreightClient client(String baseUrl, String agentKey) {
    FreightTracing tracing = new FreightTracing(telemetry);
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey(agentKey)
        .listener(tracing)
        .interceptor(tracing)
        .build();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    telemetry.close();
  }

  @Test
  void everyAttemptHasAClientSpanThatSaysHowItEnded() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
    client.createLoad(Loads.load());

    // Before the first attempt the client reads the price.
    List<SpanData> attempts =
        spans.getFinishedSpanItems().stream()
            .filter(span -> span.getName().equals("POST /v1/agent/loads"))
            .toList();
    assertThat(attempts)
        .extracting(span -> span.getAttributes().get(STATUS))
        .containsExactly(503L, 201L);
    assertThat(attempts)
        .extracting(span -> span.getAttributes().get(RESENDS))
        .containsExactly(null, 1L);
    assertThat(attempts)
        .extracting(span -> span.getStatus().getStatusCode())
        .containsExactly(StatusCode.ERROR, StatusCode.UNSET);
    assertThat(attempts).extracting(SpanData::getKind).containsOnly(SpanKind.CLIENT);
    assertThat(attempts.get(0).getAttributes().get(AttributeKey.stringKey("url.full")))
        .isEqualTo(server.baseUrl() + "/v1/agent/loads");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 599})
  void aStatusFrom400OnIsAnError(int status) {
    server.faults().next(Operation.GET_BALANCE, Fault.status(status));
    try (FreightClient once = client.toBuilder().retryPolicy(RetryPolicy.none()).build()) {
      assertThatThrownBy(once::getBalance).isNotNull();
    }
    SpanData attempt = spans.getFinishedSpanItems().get(0);
    assertThat(attempt.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(attempt.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo(String.valueOf(status));
  }

  @Test
  void theCallersSpanIsTheParentAlsoOfAFuture() {
    Span parent = telemetry.getTracer("test").spanBuilder("dispatch").startSpan();
    Scope scope = parent.makeCurrent();
    try {
      client.getBalance();
      client.async().getBalance().join();
    } finally {
      scope.close();
      parent.end();
    }
    assertThat(spans.getFinishedSpanItems().subList(0, 2))
        .extracting(SpanData::getParentSpanId)
        .containsOnly(parent.getSpanContext().getSpanId());
  }

  @Test
  void anAttemptWithoutAnAnswerHasAFailedSpan() {
    String loadNumber = client.createLoad(Loads.load()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber)).isNotNull();

    // The list of prices, which nobody waits for, may be read meanwhile.
    SpanData failed =
        spans.getFinishedSpanItems().stream()
            .filter(span -> span.getName().startsWith("GET /v1/agent/loads/"))
            .findFirst()
            .orElseThrow();
    assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(failed.getAttributes().get(AttributeKey.stringKey("error.type")))
        .endsWith("Exception");
  }

  @Test
  void aToolsSpanSaysWhatItCostAndIsTheParentOfItsAttempts() {
    FreightClient limited = client.toBuilder().spendGuard(SpendLedger.inMemory().guard()).build();
    List<AgentTool> tools =
        ToolTracing.of(
            FreightTools.builder(limited)
                .limits(SpendLimits.builder().total("0.65").build())
                .build(),
            telemetry);
    ToolCall caller = ToolCall.in("chat-1").withCallId("call-7");
    String load =
        """
        {"driverPhone":"%s","customerRef":"PO-1",
         "pickups":[{"address":"520 Vine St","city":"Cincinnati","state":"OH","zip":"45202"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}"""
            .formatted(Loads.DRIVER_PHONE);
    String made = FreightTools.call(tools, "create_load", load, caller).json();
    FreightTools.call(tools, "create_load", load, caller);
    String number = made.replaceAll("(?s).*\"loadNumber\":\"([^\"]+)\".*", "$1");
    FreightTools.call(
        tools, "get_load_position", "{\"loadNumber\":\"" + number + "\"}", ToolCall.anonymous());
    limited.close();

    List<SpanData> calls =
        spans.getFinishedSpanItems().stream()
            .filter(span -> span.getName().startsWith("execute_tool "))
            .toList();
    assertThat(calls)
        .extracting(SpanData::getName)
        .containsExactly(
            "execute_tool create_load",
            "execute_tool create_load",
            "execute_tool get_load_position");
    assertThat(calls.get(0).getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("gen_ai.operation.name"), "execute_tool")
        .containsEntry(AttributeKey.stringKey("gen_ai.tool.name"), "create_load")
        .containsEntry(AttributeKey.stringKey("gen_ai.tool.type"), "function")
        .containsEntry(AttributeKey.stringKey("gen_ai.tool.call.id"), "call-7")
        .containsEntry(AttributeKey.stringKey("freight.charge"), "CHARGED")
        .containsEntry(AttributeKey.doubleKey("freight.charge.usd"), 0.65)
        .containsEntry(AttributeKey.booleanKey("freight.repeated"), false);
    assertThat(calls.get(1).getAttributes().asMap())
        .containsEntry(AttributeKey.doubleKey("freight.charge.usd"), 0.0)
        .containsEntry(AttributeKey.booleanKey("freight.repeated"), true);
    assertThat(calls.get(2).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(calls.get(2).getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("error.type"), "SPEND_LIMIT");
    assertThat(spans.getFinishedSpanItems())
        .filteredOn(span -> span.getName().equals("POST /v1/agent/loads"))
        .extracting(SpanData::getParentSpanId)
        .containsExactly(calls.get(0).getSpanId());
    assertThat(calls.toString()).doesNotContain(Loads.DRIVER_PHONE, number, "PO-1");
  }

  /** Its path is the caller's, and may name whom it is about. */
  @Test
  void theSpanOfACallByItsPathIsNamedByItsMethodAndShowsNoPath() {
    assertThatThrownBy(() -> client.call(HttpMethod.PUT, "/v1/agent/notes/secret-7", "{}"))
        .isNotNull();

    SpanData attempt =
        spans.getFinishedSpanItems().stream()
            .filter(span -> "other".equals(span.getAttributes().get(OPERATION)))
            .findFirst()
            .orElseThrow();
    assertThat(attempt.getName()).isEqualTo("PUT");
    assertThat(attempt.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("http.request.method"), "PUT")
        .containsEntry(AttributeKey.stringKey("url.full"), server.baseUrl())
        .doesNotContainKey(AttributeKey.stringKey("url.template"));
    assertThat(attempt.toString()).doesNotContain("notes", "secret-7");
  }

  @Test
  void noAttributeHoldsASecretOrALoad() {
    String loadNumber = client.createLoad(Loads.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    String link = server.sms().to(Loads.DRIVER_PHONE).get(0).link();
    assertThat(spans.getFinishedSpanItems().toString())
        .contains("getLoadPosition")
        .doesNotContain(broker.agentKey())
        .doesNotContain(link.substring(link.lastIndexOf('/') + 1))
        .doesNotContain(Loads.DRIVER_PHONE.substring(1))
        .doesNotContain(loadNumber);
  }

  /** Against a server that keeps every header, which ours does not. */
  @Test
  void theTraceparentOnTheWireNamesTheSpanOfTheAttempt() throws Exception {
    try (MockWebServer recorder = new MockWebServer()) {
      recorder.enqueue(
          new MockResponse.Builder()
              .addHeader("Content-Type", "application/json")
              .body("{\"currency\":\"USD\",\"balanceUsd\":5}")
              .build());
      recorder.start();
      try (FreightClient other = client("http://127.0.0.1:" + recorder.getPort(), "test-key")) {
        other.getBalance();
      }
      RecordedRequest request =
          Objects.requireNonNull(recorder.takeRequest(60, TimeUnit.SECONDS), "no request came");
      SpanData span = spans.getFinishedSpanItems().get(0);
      assertThat(request.getHeaders().get("traceparent"))
          .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-");
    }
  }

  @Test
  void requestsThatAreNotOfAClientAreLeftAlone() throws IOException {
    OkHttpClient stranger =
        new OkHttpClient.Builder().addInterceptor(new FreightTracing(telemetry)).build();
    Request request = new Request.Builder().url(server.baseUrl() + "/openapi.yaml").build();
    try (Response response = stranger.newCall(request).execute()) {
      assertThat(response.code()).isEqualTo(200);
    }
    assertThat(spans.getFinishedSpanItems()).isEmpty();
  }
}
