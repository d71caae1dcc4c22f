package io.freightsdk.agent.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.internal.agent.HostAnswers;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Offers {@link FreightTools} to the hosts of an MCP server that is built with MCP's Java SDK 2.0
 * or later.
 *
 * <pre>{@code
 * McpTools.of(tools, request::getRemoteUser).configure(server);
 * }</pre>
 *
 * <p>A call holds its thread while a person decides: the host shows the question in its own window
 * (MCP's elicitation). Meanwhile a host that asked for progress hears every 15 seconds that the
 * call still runs, so that it does not give up. A refusal has {@code isError}, and each result is
 * both a text and {@code structuredContent}.
 */
public final class McpTools {
  /**
   * Key in the transport context of a call, for transports that know whether a call is still
   * wanted: a {@link CompletableFuture} that is done once it is not. Nothing that costs money or
   * changes a load is sent afterwards, also not after a late yes.
   */
  public static final String CANCELLATION = "freight.cancellation";

  /** Without an answer by then, the person is taken to be away. */
  public static final Duration TO_ANSWER = Duration.ofMinutes(10);

  private static final System.Logger LOG = System.getLogger("io.freightsdk.agent");

  private final Supplier<List<AgentTool>> tools;
  private final @Nullable Supplier<@Nullable String> user;

  private McpTools(Supplier<List<AgentTool>> tools, @Nullable Supplier<@Nullable String> user) {
    this.tools = Objects.requireNonNull(tools, "tools");
    this.user = user;
  }

  /** The tools of one person, or of several who share all limits. */
  public static McpTools of(List<AgentTool> tools) {
    List<AgentTool> all = List.copyOf(tools);
    return new McpTools(() -> all, null);
  }

  /**
   * The same, of tools that change, or are built later. They are read whenever they are needed:
   * {@link #specifications} offers those of that moment, which are none before they are built.
   */
  public static McpTools of(Supplier<List<AgentTool>> tools) {
    return new McpTools(tools, null);
  }

  /**
   * The tools of several people, each in a scope of their own.
   *
   * @param user name of the user who has logged in, on the thread of the call. While it is null or
   *     blank, or fails, calls are refused
   */
  public static McpTools of(List<AgentTool> tools, Supplier<@Nullable String> user) {
    List<AgentTool> all = List.copyOf(tools);
    return new McpTools(() -> all, Objects.requireNonNull(user, "user"));
  }

  /**
   * Sets up a server that has these tools and no others: tools, instructions, time for a person to
   * answer. Calls run on the threads of the transport. Mistakes of a model, such as a tool that
   * does not exist, are answered by the tools in place of the SDK, so that a model can recover.
   *
   * <p>The mapper of the transport should be one of {@link #answers}. For a server with tools of
   * the application beside these, see {@link #specifications}.
   */
  public void configure(McpServer.SyncSpecification<?> server) {
    server
        .tools(specifications())
        .instructions(FreightTools.instructions())
        .requestTimeout(TO_ANSWER)
        .validateToolInputs(false)
        .jsonMapper(reading(McpJsonDefaults.getMapper()))
        .immediateExecution(true);
  }

  /**
   * The tools for {@code McpServer.SyncSpecification.tools(...)}, in their order. A server keeps
   * their descriptions for as long as it runs, so they name no price and refer to {@code
   * get_prices}. With {@code validateToolInputs(false)} the tools say themselves what is wrong with
   * arguments, and accept what hosts have turned into text.
   */
  public List<SyncToolSpecification> specifications() {
    return tools.get().stream().map(this::specification).toList();
  }

  /**
   * The mapper of a transport, whichever mapper that is built on. It reads the answer to a question
   * only if its action is one of the protocol's texts: with Jackson alone, an answer with the
   * number 0 in place of {@code accept} is a yes.
   */
  public static McpJsonMapper answers(McpJsonMapper mapper) {
    return new AnswerReader(mapper);
  }

  /**
   * The mapper of a server that has these tools and no others. It reads calls as models and hosts
   * write them: all arguments as one text, an empty text or list in place of an object, a tool that
   * does not exist.
   */
  public McpJsonMapper reading(McpJsonMapper mapper) {
    return new CallReader(mapper, () -> tools.get().stream().map(AgentTool::name).toList());
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
            .description(HostAnswers.withoutPrice(tool.description()))
            .annotations(hints)
            .build();
    return SyncToolSpecification.builder()
        .tool(described)
        .callHandler((host, request) -> result(answer(tool, host, request)))
        .build();
  }

  /** The result of a tool as the protocol has it. */
  public static CallToolResult result(ToolResult result) {
    return CallToolResult.builder()
        .addTextContent(result.json())
        .structuredContent(HostAnswers.members(result))
        .isError(result.failed())
        .build();
  }

  private ToolResult answer(AgentTool tool, McpSyncServerExchange host, CallToolRequest request) {
    String unknown = CallReader.unknownTool(request);
    if (unknown != null) return FreightTools.unknownTool(unknown, tools.get());
    ToolCall caller = caller();
    if (caller == null) return HostAnswers.nobodyLoggedIn();

    CompletableFuture<?> unwanted = cancellation(host);
    ElicitationApprover question = new ElicitationApprover(host, unwanted);
    ToolCall call = caller.withCancellation(unwanted::isDone);
    if (ElicitationApprover.canBeShown(host)) call = call.withApprover(question);
    Progress progress = Progress.of(host, request, question);
    try {
      return tool.invoke(CallReader.arguments(request), call);
    } catch (Throwable e) {
      LOG.log(Level.ERROR, () -> tool.name() + ": failed unexpectedly: " + e.getClass().getName());
      return HostAnswers.failedUnexpectedly();
    } finally {
      progress.end();
    }
  }

  /** Null if nobody has logged in. */
  private @Nullable ToolCall caller() {
    if (user == null) return ToolCall.anonymous();
    try {
      String name = user.get();
      return name == null || name.isBlank() ? null : ToolCall.in(name);
    } catch (Throwable e) {
      LOG.log(
          Level.ERROR, () -> "the name of the user could not be read: " + e.getClass().getName());
      return null;
    }
  }

  private static CompletableFuture<?> cancellation(McpSyncServerExchange host) {
    Object given =
        host.transportContext() == null ? null : host.transportContext().get(CANCELLATION);
    return given instanceof CompletableFuture<?> future ? future : new CompletableFuture<>();
  }
}
