package io.freightsdk.examples.observability;

import io.freightsdk.FreightClient;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.micrometer.FreightMeters;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.opentelemetry.FreightTracing;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.PrintStream;

/**
 * Creates a load during an outage, reads it once, is refused the next read because the balance is
 * too low, and prints the spans and meters. The service runs in this JVM.
 */
public final class Observability {
  private Observability() {}

  /** Runs it; prints to standard output. */
  public static void main(String[] args) {
    run(System.out);
  }

  static void run(PrintStream out) {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    // 0.65 USD for the load and 0.02 USD for one read.
    try (OpenTelemetrySdk telemetry = telemetry(new SpanLines(out));
        InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("0.67");
      server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
      FreightMeters meters = new FreightMeters(registry);
      FreightTracing tracing = new FreightTracing(telemetry);
      try (SpendLedger ledger = SpendLedger.builder().listener(meters).inMemory();
          FreightClient client =
              FreightClient.builder()
                  .baseUrl(server.baseUrl())
                  .agentKey(broker.agentKey())
                  .spendGuard(ledger.guard())
                  .listener(meters)
                  .listener(tracing)
                  .interceptor(tracing)
                  .build()) {
        meters.bindTo(client);
        dispatch(client, telemetry, out);
        out.println();
        registry.getMetersAsString().lines().sorted().forEach(out::println);
      }
    }
  }

  /** Traces end in {@code exporter}; the context travels as {@code traceparent}. */
  static OpenTelemetrySdk telemetry(SpanExporter exporter) {
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build())
        .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
        .build();
  }

  private static void dispatch(FreightClient client, OpenTelemetry telemetry, PrintStream out) {
    Span span = telemetry.getTracer("dispatch").spanBuilder("dispatch a load").startSpan();
    Scope scope = span.makeCurrent();
    try {
      String loadNumber = client.createLoad(load()).loadNumber();
      client.getLoadPosition(loadNumber);
      client.getLoadPosition(loadNumber);
    } catch (InsufficientFundsException e) {
      out.println("refused: charged " + e.charge() + ", next step " + e.nextStep());
    } finally {
      scope.close();
      span.end();
    }
  }

  /** A load from Cincinnati OH to Sevierville TN. */
  static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(
            StopInput.builder()
                .address("520 Vine St")
                .city("Cincinnati")
                .state("OH")
                .zip("45202")
                .build())
        .deliveries(
            StopInput.builder()
                .address("120 Gary Wade Blvd")
                .city("Sevierville")
                .state("TN")
                .zip("37862")
                .build())
        .build();
  }
}
