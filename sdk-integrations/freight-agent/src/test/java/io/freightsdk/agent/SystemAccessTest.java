package io.freightsdk.agent;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-agent", Path.of("target/classes"))
        // The defaults of the builder.
        .allow("agent.FreightTools", "Clock.systemUTC", "Thread.sleep")
        // A call is answered although the clock of the application throws.
        .allow("internal.agent.Events", "Instant.now")
        // An application that starts waits for prices as long as it has said.
        .allow("internal.agent.Prices", "CompletableFuture.get")
        .check();
  }
}
