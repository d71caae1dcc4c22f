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

  /** The last headers without extras; most calls of a client differ in nothing. */
  private volatile @Nullable Plain plain;

  private record Plain(KeyHeader keyHeader, String agentKey, Headers headers) {
    /** Without the key. */
    @Override
    public String toString() {
      return "Plain[" + keyHeader + "]";
    }
  }

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
    boolean extras = idempotencyKey != null || !callHeaders.isEmpty();
    if (extras) {
      return made(keyHeader, agentKey, idempotencyKey, callHeaders);
    }
    Plain last = plain;
    if (last != null && last.keyHeader == keyHeader && last.agentKey.equals(agentKey)) {
      return last.headers;
    }
    Headers headers = made(keyHeader, agentKey, null, callHeaders);
    plain = new Plain(keyHeader, agentKey, headers);
    return headers;
  }

  private Headers made(
      KeyHeader keyHeader,
      String agentKey,
      @Nullable String idempotencyKey,
      Map<String, String> callHeaders) {
    Headers.Builder headers = base.newBuilder();
    callHeaders.forEach(headers::set);
    // Every new key is checked: a supplier may rotate to a broken one, and OkHttp would print it.
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
