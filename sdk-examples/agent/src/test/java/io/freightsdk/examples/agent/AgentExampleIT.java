package io.freightsdk.examples.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AgentExampleIT {
  @Test
  void oneLoadIsApprovedOneDeclinedAndOneRefusedByTheLimit() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = server.createBroker("25.00");
      AgentExample.run(broker, new PrintStream(printed, true, UTF_8));

      assertThat(broker.debits())
          .extracting(debit -> debit.amountUsd().toPlainString())
          .containsExactly("0.65", "0.02");
    }
    assertThat(printed.toString(UTF_8))
        .contains("LD-2026-0001", "APPROVAL_DENIED", "SPEND_LIMIT", "0.67 USD charged");
  }
}
