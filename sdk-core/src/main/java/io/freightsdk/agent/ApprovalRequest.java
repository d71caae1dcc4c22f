package io.freightsdk.agent;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person is asked to agree to: exactly one call, at one price, until one time.
 *
 * @param tool name of the tool
 * @param summary one line for people, such as {@code Create a load from Corbin KY to Dallas TX for
 *     PO-7731, driver +1******0142}
 * @param priceUsd what the call will cost; at another price the agreement is void
 * @param digest the tool and its arguments; with other arguments the agreement is void
 * @param scope the caller's {@link ToolCall#scope()}; null for none
 * @param expiresAt after this time the agreement is void
 * @param token redeems the agreement, once, after {@link Approval#PENDING}; a secret between the
 *     tools and the host that must not reach the model
 */
public record ApprovalRequest(
    String tool,
    String summary,
    BigDecimal priceUsd,
    String digest,
    @Nullable String scope,
    Instant expiresAt,
    String token) {
  public ApprovalRequest {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(priceUsd, "priceUsd");
    Objects.requireNonNull(digest, "digest");
    Objects.requireNonNull(expiresAt, "expiresAt");
    Objects.requireNonNull(token, "token");
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "ApprovalRequest[tool=%s, summary=%s, priceUsd=%s, digest=%s, scope=%s, expiresAt=%s]"
        .formatted(tool, summary, priceUsd.toPlainString(), digest, scope, expiresAt);
  }
}
