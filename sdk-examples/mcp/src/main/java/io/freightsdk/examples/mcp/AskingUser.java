package io.freightsdk.examples.mcp;

import io.freightsdk.agent.Approval;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.util.Map;

/** Asks the person at the MCP host before a paid call; a host that cannot ask refuses it. */
record AskingUser(McpSyncServerExchange exchange) implements Approver {
  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  @Override
  public Approval approve(ApprovalRequest request) {
    if (exchange.getClientCapabilities().elicitation() == null) return Approval.DENIED;

    String question =
        request.summary() + "? It costs " + request.priceUsd().toPlainString() + " USD.";
    ElicitResult answer =
        exchange.createElicitation(ElicitFormRequest.builder(question, NOTHING_TO_FILL_IN).build());
    return answer.action() == ElicitResult.Action.ACCEPT ? Approval.APPROVED : Approval.DENIED;
  }
}
