package io.freightsdk.spring.boot.test;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-spring-boot-test", Path.of("target/classes"))
        // Reads the output of another process, and ends that process with this one.
        .allow("spring.boot.test.ApplicationProcess", "new Thread")
        .check();
  }
}
