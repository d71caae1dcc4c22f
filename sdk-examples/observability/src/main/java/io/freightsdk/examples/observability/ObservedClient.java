package io.freightsdk.examples.observability;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.okhttp3.OkHttpMetricsEventListener;
import io.opentelemetry.api.OpenTelemetry;
import okhttp3.OkHttpClient;

/**
 * Wires a client to a meter registry and to OpenTelemetry: a listener, an interceptor, an event
 * listener.
 */
final class ObservedClient {
  private ObservedClient() {}

  /** A builder that lacks only base URL and agent key. */
  static FreightClientBuilder builder(MeterRegistry registry, OpenTelemetry telemetry) {
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(new TracingInterceptor(telemetry))
            .eventListener(
                OkHttpMetricsEventListener.builder(registry, "okhttp.requests")
                    .uriMapper(Routes::template)
                    .build())
            .build();
    return FreightClient.builder().httpClient(http).listener(new ClientMetrics(registry));
  }
}
