package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A port that another server has, and addresses that are none. */
class ListenAddressIT {
  @Test
  void unknownHostNameIsRefused() {
    assertThatThrownBy(() -> InMemoryFreightServer.builder().host("nohost.invalid").start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("host: no address for 'nohost.invalid'");
  }

  @Test
  void addressInBracketsHasOneBracketPairInTheUrl() {
    try (InMemoryFreightServer server = InMemoryFreightServer.builder().host("[::1]").start()) {
      assertThat(server.baseUrl()).isEqualTo("http://[::1]:" + server.port());
    }
  }

  @Test
  void messageNamesAPortInUse() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      assertThatThrownBy(() -> InMemoryFreightServer.builder().port(server.port()).start())
          .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
    }
  }
}
