package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.freightsdk.agent.mcp.McpTools;
import io.freightsdk.internal.agent.HostAnswers;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The tools of one host. Each call has its own thread, on which it may wait for a person. A call
 * whose host has gone, or has cancelled it, sends nothing more that costs money; what it has sent
 * is finished and in the ledger.
 */
final class HostTools {
  // More than any host runs at once; each holds a thread while a person decides.
  private static final int MOST_CALLS = 100;

  private final StandardStreams streams;
  private final Consumer<String> log;
  private final McpTools mcp = McpTools.of(this::tools);
  private final McpAsyncServer server;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(0, MOST_CALLS, 10, TimeUnit.SECONDS, new SynchronousQueue<>());

  private volatile List<AgentTool> tools = List.of();

  /** The descriptions that the host can list, in the order of the tools. */
  private List<String> offered = List.of();

  /** Starts the server, which answers {@code initialize} from now on. */
  HostTools(McpJsonMapper json, StandardStreams streams, Consumer<String> log) {
    this.streams = streams;
    this.log = log;
    this.server = FreightMcpServer.server(mcp.reading(json), streams);
  }

  private List<AgentTool> tools() {
    return tools;
  }

  void offer(List<AgentTool> all) {
    tools = all.stream().<AgentTool>map(Watched::new).toList();
    offerAgain();
  }

  /**
   * Offers the tools again when the price in a description has changed. The SDK removes a tool and
   * adds the changed one at the end: so no call may come in between, and all of them are replaced,
   * which keeps their order.
   */
  private void offerAgain() {
    boolean isChanged =
        streams.betweenMessages(
            () -> {
              List<String> now = tools.stream().map(AgentTool::description).toList();
              if (now.equals(offered)) return false;
              offered = now;
              List<SyncToolSpecification> all = mcp.specifications();
              for (int i = 0; i < all.size(); i++) {
                server.addTool(onItsOwnThread(all.get(i), now.get(i))).block();
              }
              return true;
            });
    if (isChanged) server.notifyToolsListChanged().block();
  }

  private AsyncToolSpecification onItsOwnThread(SyncToolSpecification tool, String description) {
    Tool described = tool.tool();
    return AsyncToolSpecification.builder()
        .tool(
            Tool.builder(described.name(), described.inputSchema())
                .title(described.title())
                .description(description)
                .annotations(described.annotations())
                .build())
        .callHandler(
            (host, request) ->
                Mono.fromFuture(
                        () ->
                            CompletableFuture.supplyAsync(
                                () ->
                                    tool.callHandler()
                                        .apply(new McpSyncServerExchange(host), request),
                                threads))
                    .onErrorReturn(
                        RejectedExecutionException.class,
                        McpTools.result(HostAnswers.tooManyCalls())))
        .build();
  }

  /** Starts no further call, and waits for those that run. False if some still do. */
  boolean finish(long minutes) throws InterruptedException {
    threads.shutdown();
    return threads.awaitTermination(minutes, TimeUnit.MINUTES);
  }

  /** A tool whose calls may change a price, and whose answer the host may not read any more. */
  private final class Watched implements AgentTool {
    private final AgentTool tool;

    Watched(AgentTool tool) {
      this.tool = tool;
    }

    @Override
    public ToolResult invoke(@Nullable String arguments, @Nullable ToolCall call) {
      ToolResult result = tool.invoke(arguments, call);
      offerAgain();
      if (call != null && call.isCancelled()) logUnread(result);
      return result;
    }

    /** Money may have been taken. */
    private void logUnread(ToolResult result) {
      log.accept(
          tool.name()
              + ": ended after "
              + (streams.ended().isDone() ? "its host had gone" : "it was cancelled")
              + ": "
              + (result.error() == null ? "done" : result.error().code())
              + ", charge "
              + result.charge());
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
}
