package io.freightsdk.mcp;

import io.freightsdk.testsupport.SystemAccess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SystemAccessTest {
  @Test
  void timeAndThreadsComeFromTheSystemInNoOtherPlace() {
    SystemAccess.of("freight-mcp-server", Path.of("target/classes"))
        // The program: its threads, and the calls that it lets end.
        .allow(
            "mcp.FreightMcpServer",
            "ExecutorService.awaitTermination",
            "Executors.newCachedThreadPool",
            "new Thread")
        // A host or a person is waited for in real time.
        .allow("mcp.ActingTools", "CompletableFuture.get")
        .allow("mcp.StandardStreams", "BlockingQueue.offer", "CountDownLatch.await")
        .allow("mcp.Asking", "CompletableFuture.get", "Semaphore.tryAcquire")
        .check();
  }
}
