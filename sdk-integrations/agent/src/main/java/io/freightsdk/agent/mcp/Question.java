package io.freightsdk.agent.mcp;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.agent.ToolResult;
import io.freightsdk.internal.agent.HostAnswers;
import io.freightsdk.internal.environment.DaemonThreads;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities.Elicitation;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The question of one call, which the host shows to a person. */
final class Question implements Approver {
  private static final Map<String, Object> NOTHING_TO_FILL_IN =
      Map.of("type", "object", "properties", Map.of());

  /** Wait for the answers of hosts, because a call stops waiting once it is cancelled. */
  private static final Executor THREADS = DaemonThreads.pool("freight-mcp-question");

  private final McpSyncServerExchange host;
  private final CompletableFuture<?> unwanted;
  private volatile boolean isOpen;

  /** Why the person did not decide; null if they did. */
  private volatile @Nullable ToolResult failure;

  Question(McpSyncServerExchange host, CompletableFuture<?> unwanted) {
    this.host = host;
    this.unwanted = unwanted;
  }

  /** Whether the host can show a form: an empty object means that too. */
  static boolean canBeShown(McpSyncServerExchange host) {
    Elicitation elicitation =
        host.getClientCapabilities() == null ? null : host.getClientCapabilities().elicitation();
    return elicitation != null && (elicitation.form() != null || elicitation.url() == null);
  }

  boolean isOpen() {
    return isOpen;
  }

  /** Only an explicit yes approves: a closed dialog, an error or a late answer does not. */
  @Override
  public boolean approve(ApprovalRequest request) {
    failure = null;
    ElicitFormRequest form = ElicitFormRequest.builder(text(request), NOTHING_TO_FILL_IN).build();
    isOpen = true;
    try {
      CompletableFuture<ElicitResult> answer =
          CompletableFuture.supplyAsync(() -> host.createElicitation(form), THREADS);
      Object given = CompletableFuture.anyOf(answer, unwanted).join();
      return given instanceof ElicitResult result && result.action() == ElicitResult.Action.ACCEPT;
    } catch (CompletionException e) {
      failure = failure(e.getCause());
      return false;
    } finally {
      isOpen = false;
    }
  }

  private static @Nullable ToolResult failure(@Nullable Throwable why) {
    if (why instanceof McpError) return HostAnswers.hostCannotAsk();
    boolean isLate = why != null && why.getCause() instanceof TimeoutException;
    return isLate ? HostAnswers.nobodyAnswered() : null;
  }

  /** The answer of a call; if it was refused because no person decided, an answer that says so. */
  ToolResult instead(ToolResult result) {
    ToolResult why = failure;
    boolean isRefused = result.error() != null && result.error().code().equals("APPROVAL_DENIED");
    return why != null && isRefused ? why : result;
  }

  /** What the person reads: the price first. */
  static String text(ApprovalRequest request) {
    BigDecimal usd = request.priceUsd();
    String price = usd.setScale(Math.max(2, usd.scale()), RoundingMode.UNNECESSARY).toPlainString();
    return usd.signum() == 0
        ? "This costs nothing: " + request.summary() + "?"
        : price + " USD of the prepaid balance: " + request.summary() + "?";
  }
}
