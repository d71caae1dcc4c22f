package io.freightsdk.examples.agent;

import dev.langchain4j.invocation.InvocationParameters;
import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.langchain4j.LangChain4jTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A user asks for three trucks. A person approves the first and declines the second, and the third
 * is more than may be spent in a day.
 */
public final class AgentExample {
  private AgentExample() {}

  public static void main(String[] args) {
    // With this clock, its first load is always LD-2026-0001.
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(Instant.parse("2026-11-20T12:00:00Z")).start()) {
      run(server.createBroker("25.00"), System.out);
    }
  }

  static void run(Broker broker, PrintStream out) {
    try (SpendLedger ledger = SpendLedger.inMemory();
        FreightClient client =
            FreightClient.builder()
                .baseUrl(broker.baseUrl())
                .agentKey(broker.agentKey())
                .spendGuard(ledger.guard())
                .build()) {
      List<AgentTool> tools =
          FreightTools.builder(client, ledger)
              .sharedLimits(SpendLimit.perDay("1.30"))
              .approvalAbove("0.50")
              .approver(question -> isApproved(question, out))
              .build();
      ScriptedModel model =
          new ScriptedModel(result -> out.println("  " + result.text()))
              .calls("create_load", load("PO-1", "+13125550141"))
              .calls("create_load", load("PO-2", "+13125550142"))
              .calls("get_load_position", "{\"loadNumber\":\"LD-2026-0001\"}")
              .calls("create_load", load("PO-3", "+13125550143"));

      Dispatcher.of(model, tools)
          .ask(
              "Send PO-1, PO-2 and PO-3 from Corbin to Dallas.",
              InvocationParameters.from(
                  LangChain4jTools.CONTEXT_KEY, ToolCallContext.ofScope("user-7")));
      out.println(ledger.totals().chargedUsd() + " USD charged");
    }
  }

  /** Approves instead of a person. */
  private static boolean isApproved(ApprovalRequest question, PrintStream out) {
    boolean approved = !question.summary().contains("PO-2");
    out.printf(
        Locale.ROOT,
        "%s USD: %s? %s%n",
        question.priceUsd(),
        question.summary(),
        approved ? "Yes." : "No.");
    return approved;
  }

  private static String load(String customerRef, String driverPhone) {
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"%s","customerRef":"%s",
         "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
         "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""",
        driverPhone,
        customerRef);
  }
}
