package io.freightsdk.agent.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The calls in progress. Over HTTP, nothing reports that a window was closed, so its question would
 * stay open and keep the user's next question waiting. So the first call in a new session of the
 * user pings the hosts of the older calls.
 *
 * <p>Without a new session, no host is pinged: some hosts do not respond while they ask a person.
 */
final class OpenCalls {
  /** Less than the time for which a call waits for an earlier question. */
  static final Duration PING_TIMEOUT = Duration.ofSeconds(20);

  private final Set<OpenCall> calls = ConcurrentHashMap.newKeySet();
  private final Duration pingTimeout;

  OpenCalls(Duration pingTimeout) {
    this.pingTimeout = pingTimeout;
  }

  /** A call of a user. */
  final class OpenCall {
    private final @Nullable String user;
    private final McpSyncServerExchange host;
    private final AtomicBoolean isBeingPinged = new AtomicBoolean();

    /** Completes if the host does not respond to a ping, and when the call has ended. */
    final CompletableFuture<Void> end = new CompletableFuture<>();

    private OpenCall(@Nullable String user, McpSyncServerExchange host) {
      this.user = user;
      this.host = host;
    }

    private boolean hasAnotherSession(OpenCall call) {
      return Objects.equals(user, call.user)
          && !Objects.equals(host.sessionId(), call.host.sessionId());
    }

    /** Ends the call unless its host responds. A call is pinged once at a time. */
    private void ping() {
      if (!isBeingPinged.compareAndSet(false, true)) return;
      var unused =
          Mono.fromCallable(() -> respondsToPing(host))
              .subscribeOn(Schedulers.boundedElastic())
              .timeout(pingTimeout, Mono.just(false))
              .subscribe(
                  responds -> {
                    isBeingPinged.set(false);
                    if (!responds) end();
                  });
    }

    void end() {
      calls.remove(this);
      end.complete(null);
    }
  }

  /** Starts a call, and pings the hosts of the user's calls in other sessions. */
  OpenCall start(@Nullable String user, McpSyncServerExchange host) {
    OpenCall call = new OpenCall(user, host);
    calls.add(call);
    calls.stream().filter(call::hasAnotherSession).forEach(OpenCall::ping);
    return call;
  }

  private static boolean respondsToPing(McpSyncServerExchange host) {
    try {
      host.ping();
      return true;
    } catch (McpError error) {
      return true;
    } catch (RuntimeException noResponse) {
      return false;
    }
  }
}
