package io.freightsdk.opentelemetry;

import io.freightsdk.testsupport.NamedNulls;
import io.opentelemetry.api.OpenTelemetry;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    NamedNulls.of(FreightTracing.class).with(OpenTelemetry.class, OpenTelemetry::noop).areRefused();
  }
}
