package io.freightsdk.server.service.account;

import io.freightsdk.model.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Why money moves: when, for what, and on whose request. */
public record Reason(
    Instant at,
    @Nullable Operation operation,
    @Nullable String loadNumber,
    @Nullable String idempotencyKey,
    @Nullable String requestId) {

  /** A movement no request asked for: an opening balance or a credit by the test. */
  public static Reason ofTest(Instant at) {
    return new Reason(at, null, null, null, null);
  }
}
