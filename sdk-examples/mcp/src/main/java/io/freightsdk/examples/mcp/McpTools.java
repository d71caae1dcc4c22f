package io.freightsdk.examples.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * Offers {@link FreightTools} to an MCP server.
 *
 * @param askUser whether the person at the host is asked before calls that need an approval
 */
record McpTools(McpJsonMapper json, boolean askUser) {
  /** What {@code McpServer.sync(...).tools(...)} takes. */
  List<SyncToolSpecification> of(List<AgentTool> tools) {
    return tools.stream().map(this::specification).toList();
  }

  private SyncToolSpecification specification(AgentTool tool) {
    ToolTraits traits = tool.traits();
    Tool described =
        Tool.builder(tool.name(), json, tool.inputSchema())
            .title(tool.title())
            .description(tool.description())
            .outputSchema(json, tool.outputSchema())
            .annotations(
                ToolAnnotations.builder()
                    .readOnlyHint(traits.readOnly())
                    .destructiveHint(traits.destructive())
                    .idempotentHint(traits.idempotent())
                    .openWorldHint(traits.openWorld())
                    .build())
            .build();
    return SyncToolSpecification.builder()
        .tool(described)
        .callHandler((exchange, request) -> call(tool, exchange, request))
        .build();
  }

  private CallToolResult call(
      AgentTool tool, McpSyncServerExchange exchange, CallToolRequest request) {
    ToolCall call = ToolCall.in(exchange.sessionId());
    if (askUser) call = call.withApprover(new AskingUser(exchange));
    ToolResult result = tool.invoke(arguments(request), call);
    CallToolResult.Builder answer =
        CallToolResult.builder().addTextContent(result.json()).isError(result.isError());
    // The output schema describes results; an error is told in its text alone.
    return result.isError()
        ? answer.build()
        : answer.structuredContent(json, result.json()).build();
  }

  private String arguments(CallToolRequest request) {
    Map<String, Object> arguments = request.arguments();
    try {
      return arguments == null ? "" : json.writeValueAsString(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
