package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A port that another server has. */
class PortTakenIT {
  @Test
  void aTakenPortIsNamed() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      assertThatThrownBy(() -> InMemoryFreightServer.builder().port(server.port()).start())
          .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
    }
  }
}
