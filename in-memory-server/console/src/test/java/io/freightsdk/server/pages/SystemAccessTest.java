package io.freightsdk.server.pages;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-server-console", Path.of("target/classes"))
        // Open pages, which hear something in real time although the clock of the server stands
        // still.
        .allow("server.web.live.EventStreams", "CountDownLatch.await", "System.nanoTime")
        // Tells a clock that was moved from one that runs.
        .allow("server.pages.Console", "System.nanoTime")
        .check();
  }
}
