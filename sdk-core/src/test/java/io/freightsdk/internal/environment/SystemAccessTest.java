package io.freightsdk.internal.environment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  private static final Path CLASSES = Path.of("target/classes");

  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-sdk-core", CLASSES)
        .allow(
            "internal.environment.MachineTime", "System.nanoTime", "Instant.now", "Clock.systemUTC")
        .allow(
            "internal.environment.DaemonThreads",
            "new Pool",
            "new PoolThread",
            "new Thread",
            "new ThreadPoolExecutor")
        .allow(
            "internal.environment.DaemonTimer",
            "LockSupport.parkNanos",
            "new ScheduledThreadPoolExecutor")
        // Over sockets only, where another network takes their place.
        .allow("internal.transport.ExchangeWatch", "LockSupport.parkNanos")
        .allow("internal.transport.KeptConnections", "CompletableFuture.get")
        .check();
  }

  /** Where there is no environment: defaults, and what users call without a client. */
  @Test
  void theTimeOfTheMachineComesWithTheEnvironment() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.freightsdk.internal.environment")
        .and()
        .haveNameNotMatching("io\\.freightsdk\\.(FreightClientBuilder|IdempotencyKeys).*")
        .should()
        .accessField(MachineTime.class, "SYSTEM")
        .orShould()
        .accessField(MachineTime.class, "UTC")
        .check(new ClassFileImporter().importPath(CLASSES));
  }
}
