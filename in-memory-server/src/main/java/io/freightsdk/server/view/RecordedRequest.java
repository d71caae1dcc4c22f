package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request as the server saw it. Bodies are as they came; keys and tokens in the path are
 * masked. {@code toString} shows no body.
 *
 * @param sequence position among all requests of this server, from 1
 * @param requestId the {@code X-Request-Id} of the answer
 * @param at server time of arrival
 * @param connectionId same for requests that came over the same connection
 * @param method HTTP method
 * @param path path with keys and tokens masked, without the query
 * @param operation the operation called; null outside {@code /v1}
 * @param brokerId the broker of its key; null without a valid key
 * @param idempotencyKey the caller's key; null when none was sent
 * @param body the whole request body, and of one over 16 KB only its size, as {@code (20000 bytes,
 *     not kept)}; null when it had none or was not read
 * @param status status of the answer; 0 when the connection was closed without one
 * @param answer the body of the answer, and of one over 4 KB only its size; null when there was
 *     none
 * @param fault the planned fault that it got, of two the one on arrival; null for none
 * @param note other facts for tests, such as a replay with another body; null for none
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
