package io.freightsdk.agent.mcp;

import io.freightsdk.internal.agent.approval.Approvals;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.time.Duration;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Sends progress notifications during a call, if the host asked for them. Hosts end a call after a
 * minute without a notification, and a person may need longer, or have an earlier question.
 */
final class Progress {
  /** Four notifications a minute, so that one may be late. */
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  private final McpSyncServerExchange host;
  private final Object token;
  private final Thread caller = Thread.currentThread();
  private Disposable notifications = Disposables.disposed();
  private boolean hasEnded;

  private Progress(McpSyncServerExchange host, Object token) {
    this.host = host;
    this.token = token;
  }

  /** Called by the thread of the call. */
  static Progress of(McpSyncServerExchange host, CallToolRequest request) {
    Object token = request.meta() == null ? null : request.meta().get("progressToken");
    Progress progress = new Progress(host, token == null ? "" : token);
    if (token != null) {
      progress.notifications =
          Flux.interval(INTERVAL)
              .onBackpressureLatest()
              .publishOn(Schedulers.boundedElastic(), 1)
              .subscribe(progress::send, failure -> {});
    }
    return progress;
  }

  private synchronized void send(long before) {
    if (hasEnded) return;
    String message =
        Approvals.isAsking(caller)
            ? "Waiting for a person's answer."
            : "The call is still running.";
    try {
      host.progressNotification(
          ProgressNotification.builder(token, before + 1.0).message(message).build());
    } catch (RuntimeException e) {
      // The host is gone. The call will notice it.
    }
  }

  /** Ends the notifications before the call returns its result. */
  synchronized void end() {
    hasEnded = true;
    notifications.dispose();
  }
}
