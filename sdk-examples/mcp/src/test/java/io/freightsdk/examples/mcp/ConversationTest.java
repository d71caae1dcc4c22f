package io.freightsdk.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The server with the official Java SDK at the other end. */
class ConversationTest {
  @Test
  void theOfficialClientOffersAsksAndPays() throws Exception {
    // In this year, whatever year it is, its first load is LD-2026-0001.
    try (InMemoryFreightServer service =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = service.createBroker("25.00");

      List<String> said = Conversation.play(service.baseUrl(), broker);

      assertThat(said)
          .contains("offered create_load", "offered get_balance")
          .anyMatch(
              line -> line.startsWith("asked 0.65 USD of the prepaid balance: Text the driver at"))
          .anyMatch(line -> line.startsWith("create_load") && line.contains("chargedUsd"))
          .anyMatch(line -> line.startsWith("create_load") && line.contains("SPEND_LIMIT"))
          .anyMatch(line -> line.startsWith("get_balance") && line.contains("0.63"));
      assertThat(broker.debits()).hasSize(2);
    }
  }
}
