package io.freightsdk.internal.client;

import io.freightsdk.internal.text.HeaderRules;
import java.util.Map;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Builds request headers, one of which has the agent key. Extra headers of callers never replace
 * the client's own, because {@link HeaderRules} has refused their names.
 */
final class RequestHeaders {
  private final Headers base;
  private final String keyHeader;
  private final String beforeKey;

  /** The headers with the last agent key, which changes when the application rotates it. */
  private volatile @Nullable Keyed keyed;

  private record Keyed(String agentKey, Headers headers) {
    /** Without the key. */
    @Override
    public String toString() {
      return "Keyed[]";
    }
  }

  /**
   * @param keyHeader has the agent key, after {@code beforeKey}
   * @param clientHeaders extra headers of every request
   */
  RequestHeaders(
      String keyHeader, String beforeKey, String userAgent, Map<String, String> clientHeaders) {
    Headers.Builder headers = new Headers.Builder();
    clientHeaders.forEach(headers::set);
    headers.set("User-Agent", userAgent);
    headers.set("Accept", "application/json");
    this.base = headers.build();
    this.keyHeader = keyHeader;
    this.beforeKey = beforeKey;
  }

  Headers with(String agentKey, @Nullable String idempotencyKey, Map<String, String> callHeaders) {
    Keyed last = keyed;
    if (last == null || !last.agentKey.equals(agentKey)) {
      last = new Keyed(agentKey, base.newBuilder().set(keyHeader, beforeKey + agentKey).build());
      keyed = last;
    }
    if (idempotencyKey == null && callHeaders.isEmpty()) return last.headers;

    Headers.Builder headers = last.headers.newBuilder();
    callHeaders.forEach(headers::set);
    if (idempotencyKey != null) headers.set("Idempotency-Key", idempotencyKey);
    return headers.build();
  }
}
