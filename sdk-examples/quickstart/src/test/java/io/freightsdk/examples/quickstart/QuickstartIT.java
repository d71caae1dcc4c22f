package io.freightsdk.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuickstartIT {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void theTruckGoesThroughEveryStatusAndTheLedgerAddsUp() {
    assertThat(Quickstart.run(new String[0], Map.of(), out)).isZero();

    assertThat(printed())
        .containsSubsequence(
            "status PLANNED",
            "PLANNED -> AT_PICKUP",
            "AT_PICKUP -> IN_TRANSIT",
            "IN_TRANSIT -> AT_DELIVERY",
            "AT_DELIVERY -> DELIVERED",
            "24.21 USD",
            "Every cent is accounted for.");
  }

  @Test
  void everyCallShowsWhatItCost() {
    Quickstart.run(new String[0], Map.of(), out);

    assertThat(printed().lines().filter(line -> line.matches("\\d\\d:\\d\\d  createLoad .*")))
        .allMatch(line -> line.endsWith(" 0.65 USD"))
        .isNotEmpty();
    assertThat(printed().lines().filter(line -> line.matches("\\d\\d:\\d\\d  getLoadPosition .*")))
        .allMatch(line -> line.endsWith(" 0.02 USD"))
        .isNotEmpty();
  }

  @Test
  void anAddressThatIsNoneIsSaidInOneLine() {
    Map<String, String> wrong =
        Map.of("FREIGHT_BASE_URL", "https://${HOST}", "FREIGHT_AGENT_KEY", "k");

    assertThat(Quickstart.run(new String[0], wrong, out)).isEqualTo(2);
    assertThat(printed())
        .startsWith("baseUrl is still a placeholder: HOST is not set")
        .hasLineCount(1);
  }

  @Test
  void theDriversLinkIsNotPrinted() {
    Quickstart.run(new String[0], Map.of(), out);

    assertThat(printed())
        .contains("SMS to the driver")
        .doesNotContain("drv_")
        .doesNotContain("0142");
  }

  @Test
  void aDeploymentIsOnlyLookedAtUnlessCreationIsAskedFor() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("5.00");

      assertThat(Quickstart.run(new String[0], environment(server, broker), out)).isZero();

      assertThat(broker.debits()).isEmpty();
      assertThat(printed()).contains("load_create").contains("Nothing was created.");
    }
  }

  @Test
  void aDeploymentIsToldTheSameStoryWhenCreationIsAskedFor() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("5.00");

      assertThat(Quickstart.run(new String[] {"--create"}, environment(server, broker), out))
          .isZero();

      assertThat(broker.debits()).hasSize(2);
      assertThat(printed()).contains("createLoad").contains("status PLANNED").contains("4.33 USD");
    }
  }

  @Test
  void aRefusedCallEndsWithWhatItCostAndWhatToDo() {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("0.10");

      assertThat(Quickstart.run(new String[] {"--create"}, environment(server, broker), out))
          .isEqualTo(1);

      assertThat(printed()).contains("0.10 USD").contains("charged: NONE; next step: TOP_UP");
    }
  }

  @Test
  void anUnknownArgumentShowsTheUsage() {
    assertThat(Quickstart.run(new String[] {"--crate"}, Map.of(), out)).isEqualTo(2);

    assertThat(printed()).startsWith("usage:");
  }

  private static Map<String, String> environment(InMemoryFreightServer server, Broker broker) {
    return Map.of("FREIGHT_BASE_URL", server.baseUrl(), "FREIGHT_AGENT_KEY", broker.agentKey());
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
