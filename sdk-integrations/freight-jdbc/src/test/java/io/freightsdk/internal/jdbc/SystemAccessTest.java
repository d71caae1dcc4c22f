package io.freightsdk.internal.jdbc;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-jdbc", Path.of("target/classes"))
        // Between two runs of a transaction that met another one; databases have conflicts, not
        // clocks.
        .allow("internal.jdbc.Connections", "Thread.sleep")
        // The default of a constructor. It decides whether there is time for another run.
        .allow("spend.jdbc.Transactions", "System.nanoTime")
        .check();
  }
}
