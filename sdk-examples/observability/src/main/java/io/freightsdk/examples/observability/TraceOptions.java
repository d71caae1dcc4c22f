package io.freightsdk.examples.observability;

import io.freightsdk.CallOptions;
import io.freightsdk.CallOptionsBuilder;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;

/** Makes the attempts of a call children of the caller's span. */
final class TraceOptions {
  private TraceOptions() {}

  /** Options that carry {@code context} to the attempts of a call, whichever thread sends them. */
  static CallOptions within(Context context, OpenTelemetry telemetry) {
    CallOptionsBuilder options = CallOptions.builder();
    telemetry
        .getPropagators()
        .getTextMapPropagator()
        .inject(
            context,
            options,
            (carrier, name, value) -> {
              if (carrier != null) {
                carrier.header(name, value);
              }
            });
    return options.build();
  }
}
