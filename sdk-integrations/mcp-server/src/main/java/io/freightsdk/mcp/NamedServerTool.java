package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tool whose questions contain the server's name, so that staging differs from production. */
record NamedServerTool(AgentTool tool, String serverName) implements AgentTool {
  static List<AgentTool> of(List<AgentTool> tools, String serverName) {
    if (serverName.equals(FreightMcpServer.DEFAULT_NAME)) return tools;
    return tools.stream().<AgentTool>map(tool -> new NamedServerTool(tool, serverName)).toList();
  }

  @Override
  public ToolResult invoke(@Nullable String argumentsJson, @Nullable ToolCallContext call) {
    Approver approver = call == null ? null : call.approver();
    if (call == null || approver == null) return tool.invoke(argumentsJson, call);
    Approver named = request -> approver.approve(withServerName(request));
    return tool.invoke(argumentsJson, call.withApprover(named));
  }

  private ApprovalRequest withServerName(ApprovalRequest request) {
    return new ApprovalRequest(
        request.tool(),
        "[" + serverName + "] " + request.summary(),
        request.priceUsd(),
        request.scope(),
        request.arguments());
  }

  @Override
  public String name() {
    return tool.name();
  }

  @Override
  public String title() {
    return tool.title();
  }

  @Override
  public String description() {
    return tool.description();
  }

  @Override
  public String inputSchema() {
    return tool.inputSchema();
  }

  @Override
  public Map<String, Object> inputSchemaMap() {
    return tool.inputSchemaMap();
  }

  @Override
  public ToolTraits traits() {
    return tool.traits();
  }
}
