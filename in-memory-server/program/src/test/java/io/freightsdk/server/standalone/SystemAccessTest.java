package io.freightsdk.server.standalone;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-server", Path.of("target/classes"))
        // Asks a service elsewhere, which has the time of the world.
        .allow("server.compare.Comparison", "Instant.now")
        // The program, and the fleet that drives while it runs.
        .allow(
            "server.standalone.DemoFleet",
            "CountDownLatch.await",
            "Instant.now",
            "Thread.join",
            "new Thread")
        .allow("server.standalone.Main", "new Thread")
        .check();
  }
}
