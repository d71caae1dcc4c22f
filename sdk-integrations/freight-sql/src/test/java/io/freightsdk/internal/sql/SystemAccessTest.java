package io.freightsdk.internal.sql;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-sql", Path.of("target/classes"))
        // Between two runs of a transaction that met another one; databases have conflicts, not
        // clocks.
        .allow("internal.sql.Connections", "Thread.sleep")
        // The default of a constructor. It decides whether there is time for another run.
        .allow("internal.sql.Transactions", "System.nanoTime")
        .check();
  }
}
