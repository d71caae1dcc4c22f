package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.agent.ToolTraits;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities.Elicitation;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
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
 * The freight tools as the SDK of MCP offers them. Each call has its own thread, on which it may
 * wait for a person: the host shows the question (elicitation). A call whose host has gone sends
 * nothing more that costs money; what it has sent is finished and in the ledger.
 */
final class HostTools {
  // More than any host runs at once; each holds a thread while a person decides.
  private static final int MOST_CALLS = 100;

  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  private final McpAsyncServer server;
  private final McpJsonMapper json;
  private final StandardStreams streams;
  private final CompletableFuture<Void> hostHasGone;
  private final Consumer<String> log;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(0, MOST_CALLS, 10, TimeUnit.SECONDS, new SynchronousQueue<>());

  /** The descriptions that the host can list, by the names of the tools. */
  private final Map<String, String> offered = new HashMap<>();

  private volatile List<AgentTool> tools = List.of();

  HostTools(
      McpAsyncServer server, McpJsonMapper json, StandardStreams streams, Consumer<String> log) {
    this.server = server;
    this.json = json;
    this.streams = streams;
    this.hostHasGone = streams.ended();
    this.log = log;
  }

  void offer(List<AgentTool> all) {
    tools = List.copyOf(all);
    offerAgain();
  }

  /** The SDK removes a tool before it adds the changed one, so no call may come in between. */
  private void offerAgain() {
    streams.betweenMessages(() -> tools.forEach(this::offer));
  }

  /** Offers a tool, or offers it again when the price in its description has changed. */
  private void offer(AgentTool tool) {
    String description = tool.description();
    if (description.equals(offered.put(tool.name(), description))) return;
    server.addTool(specification(tool, description)).block();
  }

  private AsyncToolSpecification specification(AgentTool tool, String description) {
    ToolTraits traits = tool.traits();
    ToolAnnotations hints =
        ToolAnnotations.builder()
            .title(tool.title())
            .readOnlyHint(traits.readOnly())
            .destructiveHint(traits.destructive())
            .idempotentHint(traits.idempotent())
            .openWorldHint(traits.openWorld())
            .build();
    return AsyncToolSpecification.builder()
        .tool(
            Tool.builder(tool.name(), tool.inputSchemaMap())
                .title(tool.title())
                .description(description)
                .annotations(hints)
                .build())
        .callHandler(
            (host, request) ->
                Mono.fromFuture(
                        () ->
                            CompletableFuture.supplyAsync(() -> call(tool, request, host), threads))
                    .onErrorReturn(
                        RejectedExecutionException.class,
                        failed("Too many calls at once. Nothing was sent or charged; call later.")))
        .build();
  }

  private CallToolResult call(
      AgentTool tool, CallToolRequest request, McpAsyncServerExchange host) {
    try {
      ToolCall call = ToolCall.anonymous().withCancellation(hostHasGone::isDone);
      if (canAsk(host)) call = call.withApprover(question -> ask(host, question));
      ToolResult result = tool.invoke(arguments(request), call);
      offerAgain();
      // The host may not read the answer any more, but money may have been taken.
      if (hostHasGone.isDone()) {
        String outcome = result.error() == null ? "done" : result.error().code();
        log.accept(
            tool.name()
                + ": ended after its host had gone: "
                + outcome
                + ", charge "
                + result.charge());
      }
      return CallToolResult.builder()
          .addTextContent(result.json())
          .isError(result.failed())
          .build();
    } catch (Throwable e) {
      log.accept(tool.name() + ": failed unexpectedly: " + e.getClass().getName());
      return failed("The server failed unexpectedly. Do not repeat the call.");
    }
  }

  private @Nullable String arguments(CallToolRequest request) throws IOException {
    return request.arguments() == null ? null : json.writeValueAsString(request.arguments());
  }

  private static CallToolResult failed(String why) {
    return CallToolResult.builder().addTextContent(why).isError(true).build();
  }

  /** Whether the host can show a form: an empty object means that too. */
  private static boolean canAsk(McpAsyncServerExchange host) {
    Elicitation elicitation =
        host.getClientCapabilities() == null ? null : host.getClientCapabilities().elicitation();
    return elicitation != null && (elicitation.form() != null || elicitation.url() == null);
  }

  /** Only an explicit yes approves: a closed dialog, an error or a late answer does not. */
  private boolean ask(McpAsyncServerExchange host, ApprovalRequest question) {
    CompletableFuture<ElicitResult> answer =
        host.createElicitation(
                ElicitFormRequest.builder(text(question), NOTHING_TO_FILL_IN).build())
            .toFuture();
    Object given = CompletableFuture.anyOf(answer, hostHasGone).exceptionally(e -> null).join();
    return given instanceof ElicitResult result && result.action() == ElicitResult.Action.ACCEPT;
  }

  /** What the person reads: the price first. */
  static String text(ApprovalRequest question) {
    BigDecimal usd = question.priceUsd();
    String price = usd.setScale(Math.max(2, usd.scale()), RoundingMode.UNNECESSARY).toPlainString();
    return usd.signum() == 0
        ? "This costs nothing: " + question.summary() + "?"
        : price + " USD of the prepaid balance: " + question.summary() + "?";
  }

  /** Starts no further call, and waits for those that run. False if some still do. */
  boolean finish(long minutes) throws InterruptedException {
    threads.shutdown();
    return threads.awaitTermination(minutes, TimeUnit.MINUTES);
  }
}
