package io.freightsdk.examples.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;

/** Against a server that keeps every header, which ours does not. */
class TraceparentTest {
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();

  @Test
  void theTraceparentOnTheWireNamesTheSpanOfTheAttempt() throws IOException, InterruptedException {
    try (OpenTelemetrySdk telemetry = Observability.telemetry(spans);
        MockWebServer server = new MockWebServer()) {
      server.enqueue(
          new MockResponse.Builder()
              .addHeader("Content-Type", "application/json")
              .body("{\"currency\":\"USD\",\"balanceUsd\":5}")
              .build());
      server.start();
      try (FreightClient client =
          ObservedClient.builder(new SimpleMeterRegistry(), telemetry)
              .baseUrl("http://127.0.0.1:" + server.getPort() + "/gateway")
              .agentKey("test-key")
              .build()) {
        client.getBalance();
      }

      RecordedRequest request = server.takeRequest(5, TimeUnit.SECONDS);
      assertThat(request).isNotNull();
      SpanData span = spans.getFinishedSpanItems().get(0);
      assertThat(span.getName()).isEqualTo("GET /v1/agent/balance");
      assertThat(request.getHeaders().get("traceparent"))
          .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-");
    }
  }
}
