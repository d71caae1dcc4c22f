package io.freightsdk.outbox;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-outbox", Path.of("target/classes"))
        // The defaults of the builder.
        .allow(
            "outbox.Outbox",
            "Clock.systemUTC",
            "Executors.newSingleThreadScheduledExecutor",
            "new Thread")
        // Whoever closes a sender waits for the creation that is being sent, for so long.
        .allow("outbox.Outbox", "ScheduledExecutorService.awaitTermination")
        .check();
  }
}
