package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.freightsdk.CallEvent;
import io.freightsdk.CallListener;
import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.micrometer.FreightCallContext;
import io.freightsdk.micrometer.FreightCallConvention;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LoadView;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with a tracer of OpenTelemetry exports the calls of the client. */
class TracesIT {
  private static final CreateLoadInput LOAD = FreightAutoConfigurationIT.load();
  private static final CallOptions KEYED =
      CallOptions.builder().idempotencyKey("acme/PO-7").build();

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final List<SpanData> spans = new CopyOnWriteArrayList<>();

  /** The current spans in a listener, and so of log lines. */
  private final Set<String> currentSpans = ConcurrentHashMap.newKeySet();

  /** The bodies that a collector received over HTTP. */
  private final List<String> collected = new CopyOnWriteArrayList<>();

  private HttpServer collector;
  private ApplicationContextRunner application;

  /** An application without a database and without a model. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @BeforeEach
  void start() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          collected.add(new String(body, StandardCharsets.ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
    application =
        new ApplicationContextRunner()
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                "spring.autoconfigure.exclude="
                    + "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "spring.ai.openai.api-key=none",
                "freight.base-url=" + server.baseUrl(),
                "freight.agent-key=" + broker.agentKey(),
                "management.tracing.sampling.probability=1.0",
                // Spring Boot 3.5 and 4.
                "management.otlp.tracing.endpoint=" + endpoint,
                "management.opentelemetry.tracing.export.otlp.endpoint=" + endpoint)
            .withBean(SpanExporter.class, Exporter::new)
            .withBean(CallListener.class, () -> this::recordCurrentSpan);
  }

  private void recordCurrentSpan(CallEvent event) {
    if (event.operation() != Operation.CREATE_LOAD) return;
    currentSpans.add(Span.current().getSpanContext().getSpanId());
  }

  @AfterEach
  void stop() {
    collector.stop(0);
    server.close();
  }

  private final class Exporter implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> ended) {
      spans.addAll(ended);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  /** Creates a load within an observation, as a web request does it. */
  private CreateLoadOutcome createLoad(ApplicationContext context, boolean async) {
    FreightClient client = context.getBean(FreightClient.class);
    return Observation.createNotStarted("web", context.getBean(ObservationRegistry.class))
        .observe(
            () ->
                async
                    ? client.async().createLoad(LOAD, KEYED).join()
                    : client.createLoad(LOAD, KEYED));
  }

  private SpanData span(String name) {
    return spansOf(name).findFirst().orElseThrow(() -> new AssertionError(name + " in " + spans));
  }

  private Stream<SpanData> spansOf(String name) {
    return spans.stream().filter(span -> span.getName().equals(name));
  }

  private static String tag(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void callAndItsRequestsAreSpansBelowTheCaller(boolean async) {
    server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    application.run(context -> createLoad(context, async));

    SpanData web = span("web");
    SpanData call = span("freight create-load");
    assertThat(web.getParentSpanId()).isEqualTo(SpanId.getInvalid());
    assertThat(call.getParentSpanId()).isEqualTo(web.getSpanId());
    assertThat(tag(call, "outcome")).isEqualTo("success");
    assertThat(tag(call, "charge")).isEqualTo("charged");
    assertThat(tag(call, "freight.charge.usd")).isEqualTo("0.65");
    assertThat(tag(call, "freight.attempts")).isEqualTo("2");
    assertThat(tag(call, "freight.load.number")).isEqualTo(server.loads(1).get(0).loadNumber());
    assertThat(tag(call, "freight.idempotency.key")).isEqualTo("acme/PO-7");
    assertThat(spansOf("POST /v1/agent/loads"))
        .hasSize(2)
        .allMatch(request -> request.getKind() == SpanKind.CLIENT)
        .allMatch(request -> request.getParentSpanId().equals(call.getSpanId()))
        .extracting(request -> tag(request, "charge"))
        .containsExactly("unknown", "charged");
    assertThat(span("freight get-pricing").getParentSpanId()).isEqualTo(call.getSpanId());
    assertThat(currentSpans).containsExactly(call.getSpanId());
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void collectorGetsSpansWithoutSecrets(boolean async) {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(500));
    application.run(context -> createLoad(context, async));

    LoadView load = server.loads(1).get(0);
    assertThat(String.join("\n", collected))
        .contains("freight create-load", "freight.charge.usd", "acme/PO-7", load.loadNumber())
        .doesNotContain(broker.agentKey(), load.driverToken())
        .doesNotContain(LOAD.driverPhone(), LOAD.driverPhone().substring(2));
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void propertySwitchesTheSpansOff(boolean async) {
    application
        .withPropertyValues("management.observations.enable.freight=false")
        .run(context -> createLoad(context, async));

    assertThat(spans).extracting(SpanData::getName).containsExactly("web");
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void conventionBeanChangesNames(boolean async) {
    FreightCallConvention own =
        new FreightCallConvention() {
          @Override
          public String getContextualName(FreightCallContext call) {
            return "broker " + call.operation().priceKey();
          }
        };
    application
        .withBean(FreightCallConvention.class, () -> own)
        .run(context -> createLoad(context, async));

    assertThat(spans).extracting(SpanData::getName).contains("broker load_create");
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void handlerBeanThatThrowsLeavesAPaidSuccess(boolean async) {
    ObservationHandler<FreightCallContext> broken =
        new ObservationHandler<>() {
          @Override
          public void onStop(FreightCallContext call) {
            throw new IllegalStateException("the handler of the application");
          }

          @Override
          public boolean supportsContext(Observation.Context context) {
            return context instanceof FreightCallContext;
          }
        };
    application
        .withBean("broken", ObservationHandler.class, () -> broken)
        .run(
            context ->
                assertThat(createLoad(context, async).charge()).isEqualTo(Charge.charged("0.65")));
  }

  @ParameterizedTest(name = "async: {0}")
  @ValueSource(booleans = {false, true})
  void customizerReplacesTheTracer(boolean async) {
    application
        .withBean(
            FreightClientCustomizer.class,
            () -> client -> client.tracer((operation, loadNumber) -> null))
        .run(context -> createLoad(context, async));

    assertThat(spans).extracting(SpanData::getName).containsExactly("web");
  }
}
