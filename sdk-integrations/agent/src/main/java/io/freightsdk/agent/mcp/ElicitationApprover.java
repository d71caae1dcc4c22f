package io.freightsdk.agent.mcp;

import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.Approver;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.environment.DaemonThreads;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities.Elicitation;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person through the host of an MCP call, which must {@linkplain #supportsForm support} it.
 */
final class ElicitationApprover implements Approver {
  private static final Map<String, Object> EMPTY_FORM =
      Map.of("type", "object", "properties", Map.of());

  private final McpSyncServerExchange host;
  private final CompletableFuture<?> cancellation;
  private final @Nullable String serverName;

  ElicitationApprover(
      McpSyncServerExchange host, CompletableFuture<?> cancellation, @Nullable String serverName) {
    this.host = host;
    this.cancellation = cancellation;
    this.serverName = serverName;
  }

  /** Whether the host can show a form. An empty capability also means a form. */
  static boolean supportsForm(McpSyncServerExchange host) {
    Elicitation elicitation =
        host.getClientCapabilities() == null ? null : host.getClientCapabilities().elicitation();
    return elicitation != null && (elicitation.form() != null || elicitation.url() == null);
  }

  /**
   * Returns whether the person accepted. A closed dialog is not an approval.
   *
   * @throws RuntimeException if the host returns an error or no result, or the person does not
   *     answer in time
   */
  @Override
  public boolean approve(ApprovalRequest request) {
    ElicitFormRequest form =
        ElicitFormRequest.builder(text(request, serverName), EMPTY_FORM).build();
    // Another thread waits for the host, so that a cancelled call can stop waiting. It is new, so
    // it inherits the thread-local values of the call, which a transport may set.
    CompletableFuture<ElicitResult> answer =
        CompletableFuture.supplyAsync(
            () -> host.createElicitation(form),
            wait -> DaemonThreads.start("freight-mcp-question", wait));
    Object given = CompletableFuture.anyOf(answer, cancellation).join();
    if (given instanceof ElicitResult result) {
      return result.action() == ElicitResult.Action.ACCEPT;
    }
    if (cancellation.isDone()) return false;
    throw new IllegalStateException("the host's response is empty");
  }

  /** The text of the question: the price, the name of the server if it has one, and the summary. */
  static String text(ApprovalRequest request, @Nullable String serverName) {
    String summary = (serverName == null ? "" : "[" + serverName + "] ") + request.summary();
    return request.priceUsd().signum() == 0
        ? "This costs nothing: " + summary + "?"
        : MoneyFormat.decimal(request.priceUsd()) + " USD of the prepaid balance: " + summary + "?";
  }
}
