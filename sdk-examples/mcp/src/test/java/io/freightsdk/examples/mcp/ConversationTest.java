package io.freightsdk.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testsupport.Thorough;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server with the official Java SDK at the other end. */
class ConversationTest {
  @Test
  void theOfficialClientOffersAsksAndPays() throws Exception {
    // In this year, whatever year it is, its first load is LD-2026-0001.
    try (InMemoryFreightServer service =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = service.createBroker("25.00");

      requireConversation(Conversation.play(service.baseUrl(), broker), broker);
    }
  }

  @Thorough("starts another process, for the other transport")
  @Test
  void theOfficialClientDoesSoOverHttp(@TempDir Path folder) throws Exception {
    try (InMemoryFreightServer service =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = service.createBroker("25.00");
      ProcessBuilder program =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  "io.freightsdk.mcp.FreightMcpServer",
                  "--limit-per-day=1.30",
                  "--approve-above=0.10",
                  "--books=" + folder.resolve("books"),
                  "--http=0",
                  "--no-token")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      program.environment().put("FREIGHT_BASE_URL", service.baseUrl());
      program.environment().put("FREIGHT_AGENT_KEY", broker.agentKey());
      Process server = program.start();
      try (BufferedReader told = server.errorReader()) {
        String line = told.readLine();
        while (!line.contains("Serving MCP at ")) line = told.readLine();
        String url = line.replaceFirst(".*Serving MCP at ", "").replaceFirst("/mcp$", "");

        requireConversation(
            Conversation.play(HttpClientStreamableHttpTransport.builder(url).build()), broker);
      } finally {
        server.destroy();
        server.waitFor();
      }
    }
  }

  private static void requireConversation(List<String> said, Broker broker) {
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
