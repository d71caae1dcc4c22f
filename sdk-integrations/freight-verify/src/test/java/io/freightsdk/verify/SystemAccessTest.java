package io.freightsdk.verify;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-verify", Path.of("target/classes"))
        // What is tried is real: instances at once, a database that hangs, a bound for both.
        .allow(
            "internal.verify.Machine",
            "Executors.newFixedThreadPool",
            "new Thread",
            "Future.get",
            "LockSupport.parkNanos",
            "System.nanoTime")
        // Clocks that are wrong are wrong by this one.
        .allow("internal.verify.Mishaps", "Clock.systemUTC")
        // Whether midnight has passed, which gives a limit by the day its room again.
        .allow("verify.Trials", "Clock.systemUTC")
        .check();
  }
}
