package io.freightsdk.micrometer;

import io.freightsdk.FreightClient;
import io.freightsdk.testsupport.NamedNulls;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    try (FreightClient client =
        FreightClient.builder()
            .baseUrl("http://127.0.0.1:1")
            .agentKey("agentkey-0123456789abcdef")
            .build()) {
      NamedNulls.of(FreightMeters.class)
          .with(FreightClient.class, () -> client)
          .with(MeterRegistry.class, SimpleMeterRegistry::new)
          .areRefused();
    }
  }
}
