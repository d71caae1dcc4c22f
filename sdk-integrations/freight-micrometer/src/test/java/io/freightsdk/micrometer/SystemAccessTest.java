package io.freightsdk.micrometer;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-micrometer", Path.of("target/classes"))
        // The defaults of a constructor.
        .allow("micrometer.FreightReadings", "System.nanoTime", "new Thread")
        .check();
  }
}
