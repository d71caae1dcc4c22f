package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose a connection is, by the table of the system. */
class PeerTest {
  private static final List<String> ROWS =
      List.of(
          "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
          "   0: 0100007F:9C40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1",
          "   1: 0100007F:9C40 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 1",
          "   2: 0100007F:C350 0100007F:9C40 01 00000000:00000000 00:00000000 00000000 65534        0 3 1");

  @Test
  void theSocketOfTheOtherEndNamesItsUser() {
    assertThat(Peer.owner(ROWS, 50000, 40000)).isEqualTo(65534);
    assertThat(Peer.owner(ROWS, 40000, 50000)).isEqualTo(1000);
    assertThat(Peer.owner(ROWS, 50001, 40000)).isNull();
  }

  @Test
  void whatTheSystemDoesNotTellIsNoOtherUser() {
    assertThat(Peer.isAnotherUser(1, 2)).isFalse();
  }
}
