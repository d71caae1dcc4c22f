package io.freightsdk.server;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-in-memory-server", Path.of("target/classes"))
        // Sockets: their threads, what they may wait for, and answers that come late on purpose.
        .allow(
            "server.http.engine",
            "Executors.class",
            "LockSupport.parkNanos",
            "System.nanoTime",
            "Thread.join",
            "TimeUnit.sleep",
            "new Thread",
            "new ThreadPoolExecutor")
        // Where the clock of the server begins, and what it runs by.
        .allow("server.FreightServerBuilder", "Instant.now", "System.nanoTime")
        // From when the certificate of its own holds, for clients by their clocks.
        .allow("server.InMemoryFreightServer", "Instant.now")
        // A test of another thread waits for a request or a message, for a time that it names.
        .allow("server.journal.BoundedLog", "Condition.awaitNanos")
        .check();
  }
}
