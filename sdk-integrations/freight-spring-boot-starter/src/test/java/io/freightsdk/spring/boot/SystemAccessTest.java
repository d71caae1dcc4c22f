package io.freightsdk.spring.boot;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-spring-boot-starter", Path.of("target/classes"))
        // Where there is no bean of this name.
        .allow("spring.boot.autoconfigure.FreightClientAutoConfiguration", "Clock.systemUTC")
        // Defaults of constructors.
        .allow("spring.boot.autoconfigure.BalanceHealth", "System.nanoTime")
        .allow(
            "spring.boot.autoconfigure.FreightJobs",
            "new ScheduledThreadPoolExecutor",
            "new Thread")
        // An operator waits for all readings together, for a time that the constructor is given.
        .allow(
            "spring.boot.autoconfigure.FreightEndpoint", "CompletableFuture.get", "System.nanoTime")
        .check();
  }
}
