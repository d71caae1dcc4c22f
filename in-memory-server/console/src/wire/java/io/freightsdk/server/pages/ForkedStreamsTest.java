package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Streams of a fork end with it. */
class ForkedStreamsTest {
  @AutoClose private final Service service = Service.onPort();
  private final InMemoryFreightServer server = service.server();

  @Test
  void whoeverIsBeingAnsweredByAForkIsCutOffAtItsEnd() throws IOException {
    InMemoryFreightServer fork = server.fork();
    String driver = server.load(service.createLoad()).view().driverToken();
    server.fork();
    fork.faults().always(null, Fault.delay(Duration.ofMinutes(5)));
    try (RawSocket console = RawSocket.to(server);
        RawSocket page = RawSocket.to(server);
        RawSocket waiting = RawSocket.to(server)) {
      console.send("GET /__forks/1/__admin/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      page.send("GET /__forks/2/driver/" + driver + "/events HTTP/1.1\r\nHost: x\r\n\r\n");
      waiting.send("GET /__forks/1/v1/agent/pricing HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(console.readLine()).isEqualTo("HTTP/1.1 200 OK");
      assertThat(page.readLine()).isEqualTo("HTTP/1.1 200 OK");
      while (ServerInProcess.inside(fork).faults().planned().get(0).trigger().seen().get() == 0)
        Thread.onSpinWait();

      assertThat(service.admin("DELETE", "forks/1", null).status()).isEqualTo(200);

      console.readSpoiltToEnd();
      assertThat(waiting.readSpoiltToEnd()).isEmpty();
      assertThat(page.readLine()).startsWith("Date: ");
    }
  }
}
