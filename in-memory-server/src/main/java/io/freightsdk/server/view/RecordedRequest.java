package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that the server received, with its response. Bodies are unchanged. Keys and tokens in
 * the path are masked. {@code toString} shows no body.
 *
 * @param sequence position among all requests of this server, from 1
 * @param requestId {@code X-Request-Id} of the response
 * @param at server time of the arrival
 * @param connectionId same for all requests of a connection
 * @param method HTTP method
 * @param path path with keys and tokens masked, without the query
 * @param operation called operation; null outside {@code /v1}
 * @param brokerId broker of its key; null without a valid key
 * @param idempotencyKey the caller's key; null if none was sent
 * @param body request body; only the size of a body over 16 KB, such as {@code (20000 bytes, not
 *     kept)}; null if there was none or it was not read
 * @param status status of the response; 0 if the connection was closed without a response
 * @param answer response body; only the size of a body over 4 KB; null if there was none
 * @param fault kind of the planned fault; the fault on arrival if there were two; null for none
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
    @Nullable String answer,
    Fault.@Nullable Kind fault,
    @Nullable String note) {
  /** For example {@code req_3 POST /v1/agent/loads -> 0 (fault CLOSE)}. */
  @Override
  public String toString() {
    String met = fault == null ? "" : " (fault " + fault + ")";
    String noted = note == null ? "" : " (" + note + ")";
    return requestId + " " + method + " " + path + " -> " + status + met + noted;
  }
}
