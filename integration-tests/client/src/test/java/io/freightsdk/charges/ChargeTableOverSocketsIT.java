package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import org.junit.jupiter.api.Test;

/** The table of charges over sockets: the rows are the same as in a world. */
class ChargeTableOverSocketsIT extends ChargeTable {
  ChargeTableOverSocketsIT() {
    super(InMemoryFreightServer.start());
  }

  @Test
  void clientReportsTheSameOverSockets() {
    assertThat(reported()).containsExactlyElementsOf(EXPECTED);
  }
}
