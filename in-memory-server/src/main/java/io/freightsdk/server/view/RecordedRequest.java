package io.freightsdk.server.view;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request as the server saw it. Agent keys and link tokens are never kept.
 *
 * @param sequence position among all requests of this server, from 1
 * @param requestId the {@code X-Request-Id} of the answer
 * @param at server time of arrival
 * @param connectionId same for requests that came over the same connection
 * @param method HTTP method
 * @param path path with link tokens masked, without the query
 * @param operation the operation called; null outside {@code /v1}
 * @param brokerId whose key it carried; null without a valid key
 * @param idempotencyKey the caller's key; null when none was sent
 * @param body the request body, at most 4 KB of it; null when it had none or was not read
 * @param status status of the answer; 0 when the connection was closed without one
 * @param fault the fault it met; null when none
 * @param resendOf the id of an earlier request that is the same to the byte and got no complete or
 *     no final answer: a hidden re-send by an HTTP stack, or a retry that changes nothing; null
 *     otherwise
 * @param note what else a test may want to know, such as a replay under another body; null when
 *     nothing
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
    Fault.@Nullable Kind fault,
    @Nullable String resendOf,
    @Nullable String note) {}
