package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that the server received, with its response. Bodies are unchanged. Keys and tokens in
 * the path are masked. {@code toString} shows no body.
 *
 * @param sequence the position among all requests of this server, from 1
 * @param requestId the {@code X-Request-Id} of the response
 * @param at the server time of the arrival
 * @param connectionId the id of the connection, the same for all its requests
 * @param method the HTTP method
 * @param path the path with keys and tokens masked, without the query
 * @param operation the called operation; null outside {@code /v1}
 * @param brokerId the broker of the request's key; null without a valid key
 * @param idempotencyKey the caller's key; null if none was sent
 * @param body the request body; null if there was none or it was not read. For a body over 16 KB,
 *     only its size, such as {@code (20000 bytes, not kept)}
 * @param status the status of the response; 0 if the connection was closed without a response
 * @param responseBody the response body; null if there was none. For a body over 4 KB, only its
 *     size
 * @param fault the kind of the planned fault; null for none. If there were two, the fault on
 *     arrival
 * @param note other facts for tests, such as a replay with a different body; null for none
 */
public record RecordedRequest(
    long sequence,
    String requestId,
    Instant at,
    String connectionId,
    String method,
    String path,
    @Nullable Operation operation,
    @Nullable String brokerId,
    @Nullable String idempotencyKey,
    @Nullable String body,
    int status,
    @Nullable String responseBody,
    Fault.@Nullable Kind fault,
    @Nullable String note) {
  /** Returns a line such as {@code req_3 POST /v1/agent/loads -> 0 (fault CLOSE)}. */
  @Override
  public String toString() {
    String met = fault == null ? "" : " (fault " + fault + ")";
    String noted = note == null ? "" : " (" + note + ")";
    return requestId + " " + method + " " + path + " -> " + status + met + noted;
  }
}
