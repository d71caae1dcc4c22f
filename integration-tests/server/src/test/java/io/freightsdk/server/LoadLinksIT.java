package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class LoadLinksIT {
  /** Behind a mapped port, as in a container, the server does not know its own address. */
  @Test
  void linksHaveTheHostOfTheRequest() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        RawSocket socket = RawSocket.to(server)) {
      socket.send(
          String.format(
              Locale.ROOT,
              "POST /v1/agent/loads HTTP/1.1\r\nHost: localhost:32768\r\nAuthorization: Bearer %s\r\n"
                  + "Connection: close\r\nContent-Length: %d\r\n\r\n%s",
              server.createBroker("25.00").agentKey(),
              Orders.TWO_STOPS.length(),
              Orders.TWO_STOPS));

      assertThat(socket.readToEnd())
          .contains("\"trackingLink\":\"http://localhost:32768/track/trk_")
          .contains("\"driverWebLink\":\"http://localhost:32768/driver/drv_");
      assertThat(server.sms().messages().get(0).link())
          .startsWith("http://localhost:32768/driver/drv_");
    }
  }
}
