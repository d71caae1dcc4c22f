package io.freightsdk.micrometer;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-micrometer", Path.of("target/classes"))
        // The defaults of a constructor.
        .allow("micrometer.FreightReadings", "Clock.systemUTC", "System.nanoTime", "new Thread")
        // When a reading began, which these gauges do not tell.
        .allow("micrometer.OrderGauges", "Clock.systemUTC")
        .check();
  }
}
