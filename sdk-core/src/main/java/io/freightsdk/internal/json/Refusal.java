package io.freightsdk.internal.json;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members that any error body of the API can have; absent ones are null or empty. API
 * description, section 7.
 */
public record Refusal(
    @Nullable String error,
    @Nullable String code,
    @Nullable String reason,
    @Nullable String loadStatus,
    @Nullable String brokerEmail,
    @Nullable String billingUrl,
    @Nullable BigDecimal balanceUsd,
    @Nullable BigDecimal priceUsd,
    List<String> fields) {

  /** Codes only: texts may quote the request. */
  @Override
  public String toString() {
    return "Refusal[code=" + code + ", reason=" + reason + "]";
  }
}
