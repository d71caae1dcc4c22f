package io.freightsdk.agent.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCallContext;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.internal.agent.results.HookGuard;
import io.freightsdk.internal.agent.results.ToolJson;
import io.freightsdk.internal.agent.tools.ToolFactory;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An adapter that offers {@link FreightTools} to the hosts of an MCP server, for MCP's Java SDK 2.0
 * or later.
 *
 * <pre>{@code
 * McpTools.of(tools, request::getRemoteUser).configure(server);
 * }</pre>
 *
 * <p>A call blocks its thread while a person decides. The host shows the approval request (MCP's
 * elicitation). A host that requested progress gets a notification every 15 seconds, so that it
 * does not end the call. If a user calls a tool in a new session, the user's calls in older
 * sessions end unless their hosts respond to a ping within 20 seconds. An error has {@code
 * isError}, and each result is both a text and {@code structuredContent}.
 */
public final class McpTools {
  /**
   * The key in the transport context of a call for its cancellation: a {@link CompletableFuture}
   * that the transport completes when the call is cancelled. After that, the tools send nothing
   * that costs money or changes a load, even after a late approval.
   */
  public static final String CANCELLATION = "freight.cancellation";

  /** The maximum time for a person to answer an approval request. */
  public static final Duration APPROVAL_TIMEOUT = Duration.ofMinutes(10);

  private final List<AgentTool> tools;
  private final @Nullable Supplier<@Nullable String> user;

  /** Null for the person at the host. */
  private final @Nullable Approver approver;

  private final @Nullable String serverName;
  private final OpenCalls calls;

  private McpTools(
      List<AgentTool> tools,
      @Nullable Supplier<@Nullable String> user,
      @Nullable Approver approver,
      @Nullable String serverName,
      OpenCalls calls) {
    this.tools = List.copyOf(tools);
    this.user = user;
    this.approver = approver;
    this.serverName = serverName;
    this.calls = calls;
  }

  /** Creates the adapter for one person, or for several people who share all limits. */
  public static McpTools of(List<AgentTool> tools) {
    return new McpTools(tools, null, null, null, new OpenCalls(OpenCalls.PING_TIMEOUT));
  }

  /**
   * Creates the adapter for several people, each with their own scope.
   *
   * @param user returns the name of the logged-in user, on the thread of the call. If it returns
   *     null or blank, or throws, calls are refused
   */
  public static McpTools of(List<AgentTool> tools, Supplier<@Nullable String> user) {
    Objects.requireNonNull(user, "user");
    return new McpTools(tools, user, null, null, new OpenCalls(OpenCalls.PING_TIMEOUT));
  }

  /**
   * Returns a copy with an approver instead of the person at the host. For example, the approver
   * asks in your own window, or is {@code request -> true} for play money.
   */
  public McpTools withApprover(Approver approver) {
    Objects.requireNonNull(approver, "approver");
    return new McpTools(tools, user, approver, serverName, calls);
  }

  /**
   * Returns a copy whose approval requests at the host contain a name, so that people can tell
   * staging from production: {@code 0.65 USD of the prepaid balance: [freight-staging] Text ...}.
   */
  public McpTools withServerName(String name) {
    return new McpTools(tools, user, approver, Objects.requireNonNull(name, "name"), calls);
  }

  /** With the time for hosts to respond to a ping, for tests. */
  McpTools withPingTimeout(Duration timeout) {
    return new McpTools(tools, user, approver, serverName, new OpenCalls(timeout));
  }

  /**
   * Configures a server for these tools: tools, instructions, and the time for a person to answer.
   * Calls run on the threads of the transport. The tools report invalid arguments themselves.
   */
  public void configure(McpServer.SyncSpecification<?> server) {
    server
        .tools(specifications())
        .instructions(FreightTools.instructions())
        .requestTimeout(APPROVAL_TIMEOUT)
        .validateToolInputs(false)
        .immediateExecution(true);
  }

  /**
   * Returns the tools for {@code McpServer.SyncSpecification.tools(...)}, in their order. Their
   * descriptions have the current prices and do not change later. For later prices, they refer to
   * {@code get_budget}. With {@code validateToolInputs(false)}, the tools report invalid arguments
   * themselves, and accept values that hosts have converted to text.
   */
  public List<SyncToolSpecification> specifications() {
    return tools.stream().map(this::specification).toList();
  }

  private SyncToolSpecification specification(AgentTool tool) {
    ToolTraits traits = tool.traits();
    ToolAnnotations hints =
        ToolAnnotations.builder()
            .title(tool.title())
            .readOnlyHint(traits.readOnly())
            .destructiveHint(traits.destructive())
            .idempotentHint(traits.idempotent())
            .openWorldHint(traits.openWorld())
            .build();
    Tool described =
        Tool.builder(tool.name(), tool.inputSchemaMap())
            .title(tool.title())
            .description(tool.description())
            .annotations(hints)
            .build();
    return SyncToolSpecification.builder()
        .tool(described)
        .callHandler((host, request) -> result(invoke(tool, host, request)))
        .build();
  }

  private static CallToolResult result(ToolResult result) {
    return CallToolResult.builder()
        .addTextContent(result.json())
        .structuredContent(McpJsonDefaults.getMapper(), result.json())
        .isError(result.failed())
        .build();
  }

  private ToolResult invoke(AgentTool tool, McpSyncServerExchange host, CallToolRequest request) {
    ToolCallContext caller = caller();
    if (caller == null) return ToolFactory.notLoggedIn();

    OpenCalls.OpenCall open = calls.start(caller.scope(), host);
    CompletableFuture<?> cancellation = cancellation(host);
    CompletableFuture<?> unwanted = CompletableFuture.anyOf(cancellation, open.end);
    ElicitationApprover hostApprover = new ElicitationApprover(host, unwanted, serverName);
    // An approver that waits for the cancellation may return before the other future completes.
    ToolCallContext call =
        caller.withCancellation(() -> cancellation.isDone() || open.end.isDone());
    if (approver != null) call = call.withApprover(approver);
    else if (ElicitationApprover.supportsForm(host)) call = call.withApprover(hostApprover);
    Progress progress = Progress.of(host, request);
    try {
      return tool.invoke(arguments(request), call);
    } finally {
      progress.end();
      open.end();
    }
  }

  private static @Nullable String arguments(CallToolRequest request) {
    return request.arguments() == null ? null : ToolJson.write(request.arguments());
  }

  /** The caller; null without a login. */
  private @Nullable ToolCallContext caller() {
    if (user == null) return ToolCallContext.anonymous();
    String name = HookGuard.<@Nullable String>run("the name of the user", user::get, () -> null);
    return name == null || name.isBlank() ? null : ToolCallContext.ofScope(name);
  }

  private static CompletableFuture<?> cancellation(McpSyncServerExchange host) {
    Object given =
        host.transportContext() == null ? null : host.transportContext().get(CANCELLATION);
    return given instanceof CompletableFuture<?> future ? future : new CompletableFuture<>();
  }
}
