package io.freightsdk.examples.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObservedClientTest {
  private static final String DRIVER_PHONE = Observability.load().driverPhone();

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry = Observability.telemetry(spans);
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.67");
  private final FreightClient client =
      ObservedClient.builder(registry, telemetry)
          .baseUrl(server.baseUrl())
          .agentKey(broker.agentKey())
          .build();

  @AfterEach
  void close() {
    client.close();
    server.close();
    telemetry.close();
  }

  @Test
  void metersTellAttemptsAndChargesOfACreationAReadAndARefusal() {
    createReadAndBeRefused();

    assertThat(attempts("createLoad", "201", "exact")).isOne();
    assertThat(attempts("getLoadPosition", "200", "exact")).isOne();
    assertThat(attempts("getLoadPosition", "402", "none")).isOne();
    assertThat(chargedUsd("createLoad", "201", "exact")).isEqualTo(0.65, within(1e-9));
    assertThat(chargedUsd("getLoadPosition", "200", "exact")).isEqualTo(0.02, within(1e-9));
    assertThat(chargedUsd("getLoadPosition", "402", "none")).isZero();
  }

  @Test
  void okHttpsOwnTimerIsTaggedByPathTemplate() {
    createReadAndBeRefused();

    for (String status : List.of("200", "402")) {
      assertThat(
              registry
                  .get("okhttp.requests")
                  .tags("method", "GET", "uri", "/v1/agent/loads/{loadNumber}", "status", status)
                  .timer()
                  .count())
          .isOne();
    }
  }

  @Test
  void everyAttemptHasAClientSpanThatSaysHowItEnded() {
    createReadAndBeRefused();

    SpanData created = spansOf("createLoad").get(0);
    assertThat(created.getName()).isEqualTo("POST /v1/agent/loads");
    assertThat(created.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(created.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(spansOf("getLoadPosition")).extracting(this::status).containsExactly(200L, 402L);
    assertThat(spansOf("getLoadPosition").get(1).getStatus().getStatusCode())
        .isEqualTo(StatusCode.ERROR);
  }

  @Test
  void aRetriedCallHasASpanForEachAttemptUnderTheCallersSpan() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
    Span parent = telemetry.getTracer("test").spanBuilder("dispatch").startSpan();
    CallOptions options = TraceOptions.within(Context.root().with(parent), telemetry);

    client.createLoad(Observability.load(), options);

    assertThat(spansOf("createLoad")).extracting(this::status).containsExactly(503L, 201L);
    assertThat(spansOf("createLoad"))
        .allMatch(span -> span.getParentSpanId().equals(parent.getSpanContext().getSpanId()))
        .allMatch(span -> span.getTraceId().equals(parent.getSpanContext().getTraceId()))
        .extracting(SpanData::getSpanId)
        .doesNotHaveDuplicates();
    assertThat(attempts("createLoad", "503", "unknown")).isOne();
    assertThat(attempts("createLoad", "201", "exact")).isOne();
  }

  @Test
  void anAttemptWithoutAnAnswerHasAFailedSpanAndCountsAsUnknownMoney() {
    String loadNumber = client.createLoad(Observability.load()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());

    assertThatThrownBy(() -> client.getLoadPosition(loadNumber)).isNotNull();

    assertThat(attempts("getLoadPosition", "none", "unknown")).isOne();
    assertThat(registry.find("freight.charged.usd").tags("charge", "unknown").counters()).isEmpty();
    SpanData failed = spansOf("getLoadPosition").get(0);
    assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(failed.getAttributes().get(AttributeKey.stringKey("error.type")))
        .endsWith("Exception");
  }

  @Test
  void noTagAndNoAttributeHoldsASecret() {
    String loadNumber = createReadAndBeRefused();
    String link = server.sms().to(DRIVER_PHONE).get(0).link();

    assertThat(everythingTold())
        .contains("createLoad")
        .contains("getLoadPosition")
        .doesNotContain(broker.agentKey())
        .doesNotContain(link.substring(link.lastIndexOf('/') + 1))
        .doesNotContain(DRIVER_PHONE.substring(1))
        .doesNotContain(loadNumber);
  }

  private String createReadAndBeRefused() {
    String loadNumber = client.createLoad(Observability.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber))
        .isInstanceOf(InsufficientFundsException.class);
    return loadNumber;
  }

  private long attempts(String operation, String status, String charge) {
    return registry
        .get("freight.attempts")
        .tags("operation", operation, "status", status, "charge", charge)
        .timer()
        .count();
  }

  private double chargedUsd(String operation, String status, String charge) {
    return registry
        .get("freight.charged.usd")
        .tags("operation", operation, "status", status, "charge", charge)
        .counter()
        .count();
  }

  private List<SpanData> spansOf(String operation) {
    AttributeKey<String> key = AttributeKey.stringKey("freight.operation");
    return spans.getFinishedSpanItems().stream()
        .filter(span -> operation.equals(span.getAttributes().get(key)))
        .toList();
  }

  private Long status(SpanData span) {
    return span.getAttributes().get(AttributeKey.longKey("http.response.status_code"));
  }

  private String everythingTold() {
    List<String> told = new ArrayList<>();
    for (Meter meter : registry.getMeters()) {
      told.add(meter.getId().toString());
    }
    for (SpanData span : spans.getFinishedSpanItems()) {
      told.add(span.toString());
    }
    return String.join("\n", told);
  }
}
