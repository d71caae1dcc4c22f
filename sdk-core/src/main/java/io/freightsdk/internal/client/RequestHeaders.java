package io.freightsdk.internal.client;

import io.freightsdk.internal.text.HeaderRules;
import java.util.Map;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of a request: the caller's first, then the client's own, which win. */
final class RequestHeaders {
  /** The two {@code /v1/freight} operations take the key in a header of its own, section 5. */
  enum KeyHeader {
    BEARER,
    X_AGENT_KEY
  }

  private final Headers base;

  RequestHeaders(String userAgent, Map<String, String> clientHeaders) {
    Headers.Builder headers = new Headers.Builder();
    clientHeaders.forEach(headers::set);
    headers.set("User-Agent", userAgent);
    headers.set("Accept", "application/json");
    this.base = headers.build();
  }

  Headers with(
      KeyHeader keyHeader,
      String agentKey,
      @Nullable String idempotencyKey,
      Map<String, String> callHeaders) {
    Headers.Builder headers = base.newBuilder();
    callHeaders.forEach(headers::set);
    // Checked on every attempt: a supplier may rotate to a broken key, and OkHttp would print it.
    String key = HeaderRules.requireAgentKey(agentKey);
    switch (keyHeader) {
      case BEARER -> headers.set("Authorization", "Bearer " + key);
      case X_AGENT_KEY -> headers.set("X-Agent-Key", key);
    }
    if (idempotencyKey != null) {
      headers.set("Idempotency-Key", idempotencyKey);
    }
    return headers.build();
  }
}
