package io.freightsdk.error;

import java.io.Serial;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * HTTP 402: the prepaid balance does not cover the operation. This attempt created and charged
 * nothing. API description, schema {@code InsufficientFundsError}.
 */
public final class InsufficientFundsException extends FreightApiException {
  @Serial private static final long serialVersionUID = 1;

  private final @Nullable BigDecimal balanceUsd;
  private final @Nullable BigDecimal priceUsd;
  private final @Nullable String billingUrl;

  public InsufficientFundsException(
      FailedCall call,
      @Nullable String error,
      @Nullable String code,
      Map<String, ? extends List<String>> headers,
      @Nullable BigDecimal balanceUsd,
      @Nullable BigDecimal priceUsd,
      @Nullable String billingUrl) {
    super(call, 402, error, code, headers, message(call, balanceUsd, priceUsd));
    this.balanceUsd = balanceUsd;
    this.priceUsd = priceUsd;
    this.billingUrl = billingUrl;
  }

  /** The balance that the service checked, in USD; null if the response has none. */
  public @Nullable BigDecimal balanceUsd() {
    return balanceUsd;
  }

  /** The price of the refused operation, in USD; null if the response has none. */
  public @Nullable BigDecimal priceUsd() {
    return priceUsd;
  }

  /** The path of the top-up page in the broker console; null if the response has none. */
  public @Nullable String billingUrl() {
    return billingUrl;
  }

  private static String message(
      FailedCall call, @Nullable BigDecimal balanceUsd, @Nullable BigDecimal priceUsd) {
    String fact =
        balanceUsd != null && priceUsd != null
            ? String.format(
                Locale.ROOT,
                "balance %s USD does not cover %s USD",
                balanceUsd.toPlainString(),
                priceUsd.toPlainString())
            : "the balance does not cover the call";
    String repeat =
        Objects.requireNonNull(call, "call").idempotencyKey() == null
            ? ", then repeat the call"
            : ", then repeat with the same idempotency key";
    return fact + "; top up in the broker console (Billing)" + repeat;
  }
}
