package io.freightsdk.examples.googleadk;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.googleadk.GoogleAdkTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** An agent that creates a load, looks where it is, and meets its limit. Runs without a key. */
public final class Conversation {
  private Conversation() {}

  public static void main(String[] args) {
    // In this year, whatever year it is, its first load is LD-2026-0001.
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = server.createBroker("25.00");
      try (FreightClient client =
          FreightClient.builder()
              .baseUrl(server.baseUrl())
              .agentKey(broker.agentKey())
              .spendGuard(SpendLedger.inMemory().guard())
              .build()) {
        List<AgentTool> tools =
            FreightTools.builder(client)
                .limits(SpendLimits.builder().perDay("1.30").build())
                .build();
        ScriptedModel model =
            new ScriptedModel()
                .calls("create_load", load("PO-1"))
                .calls("get_load_position", Map.of("loadNumber", "LD-2026-0001"))
                .calls("create_load", load("PO-2"))
                .calls("get_balance", Map.of());

        Dispatcher dispatcher = new Dispatcher(model, GoogleAdkTools.of(tools));
        dispatcher.ask("demo", "Send PO-1 and PO-2 from Corbin to Dallas.");

        model.seen().forEach(System.out::println);
        System.out.println("Spent: " + broker.debits());
      }
    }
  }

  /** Each order has a driver of its own: the same load again would be taken for the same order. */
  static Map<String, Object> load(String customerRef) {
    int order = Integer.parseInt(customerRef.replaceAll("[^0-9]", ""));
    return Map.of(
        "driverPhone",
        "+1312555%04d".formatted(140 + order),
        "customerRef",
        customerRef,
        "pickups",
        List.of(stop("120 Main St", "Corbin", "KY", "40701")),
        "deliveries",
        List.of(stop("9 Elm St", "Dallas", "TX", "75201")));
  }

  private static Map<String, Object> stop(String address, String city, String state, String zip) {
    return Map.of("address", address, "city", city, "state", state, "zip", zip);
  }
}
