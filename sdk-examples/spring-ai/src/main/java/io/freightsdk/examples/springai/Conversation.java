package io.freightsdk.examples.springai;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.time.Instant;
import java.util.List;

/** An agent that creates a load, looks where it is, and meets its limit. Runs without a key. */
public final class Conversation {
  private Conversation() {}

  public static void main(String[] args) {
    // In this year, whatever year it is, its first load is LD-2026-0001.
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      Broker broker = server.createBroker("25.00");
      try (SpendLedger ledger = SpendLedger.inMemory();
          FreightClient client =
              FreightClient.builder()
                  .baseUrl(server.baseUrl())
                  .agentKey(broker.agentKey())
                  .spendGuard(ledger.guard())
                  .build()) {
        List<AgentTool> tools = FreightTools.of(client, ledger, SpendLimits.perDay("1.30"));
        ScriptedModel model =
            new ScriptedModel()
                .calls("create_load", load("PO-1"))
                .calls("get_load_position", "{\"loadNumber\":\"LD-2026-0001\"}")
                .calls("create_load", load("PO-2"))
                .calls("get_balance", "{}");

        Dispatcher dispatcher = new Dispatcher(model, tools);
        dispatcher.ask("demo", "Send PO-1 and PO-2 from Corbin to Dallas.");

        model
            .seen()
            .forEach(result -> System.out.println(result.name() + " " + result.responseData()));
        System.out.println("Spent: " + broker.debits());
      }
    }
  }

  /** Each order has a driver of its own: the same load again would be taken for the same order. */
  static String load(String customerRef) {
    int order = Integer.parseInt(customerRef.replaceAll("[^0-9]", ""));
    return """
        {"driverPhone":"+1312555%04d","customerRef":"%s",
         "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}"""
        .formatted(140 + order, customerRef);
  }
}
