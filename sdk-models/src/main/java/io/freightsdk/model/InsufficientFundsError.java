package io.freightsdk.model;

import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal because the balance does not cover the price; nothing was charged. API description
 * section 7.
 *
 * @param error What is wrong, for people.
 * @param code Always {@code INSUFFICIENT_FUNDS}.
 * @param balanceUsd The balance that was checked, in USD. Null when absent.
 * @param priceUsd Price of the refused operation in USD. Null when absent.
 * @param billingUrl Path of the top-up page in the broker's console. Null when absent.
 */
@ForJackson.ApiObject
public record InsufficientFundsError(
    @ForJackson.NonNull String error,
    @ForJackson.NonNull String code,
    @Nullable BigDecimal balanceUsd,
    @Nullable BigDecimal priceUsd,
    @Nullable String billingUrl) {

  public InsufficientFundsError {
    Objects.requireNonNull(error, "error");
    Objects.requireNonNull(code, "code");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link InsufficientFundsError}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String error;
    private @Nullable String code = "INSUFFICIENT_FUNDS";
    private @Nullable BigDecimal balanceUsd;
    private @Nullable BigDecimal priceUsd;
    private @Nullable String billingUrl;

    private Builder() {}

    private Builder(InsufficientFundsError from) {
      error = from.error;
      code = from.code;
      balanceUsd = from.balanceUsd;
      priceUsd = from.priceUsd;
      billingUrl = from.billingUrl;
    }

    /** What is wrong, for people. */
    public Builder error(String error) {
      this.error = Objects.requireNonNull(error, "error");
      return this;
    }

    /** Always {@code INSUFFICIENT_FUNDS}. */
    public Builder code(String code) {
      this.code = Objects.requireNonNull(code, "code");
      return this;
    }

    /** The balance that was checked, in USD. */
    public Builder balanceUsd(@Nullable BigDecimal balanceUsd) {
      this.balanceUsd = balanceUsd;
      return this;
    }

    /** The same as decimal text, such as {@code "25.00"}. */
    public Builder balanceUsd(String balanceUsd) {
      return balanceUsd(Members.usd("balanceUsd", balanceUsd));
    }

    /** Price of the refused operation in USD. */
    public Builder priceUsd(@Nullable BigDecimal priceUsd) {
      this.priceUsd = priceUsd;
      return this;
    }

    /** The same as decimal text, such as {@code "25.00"}. */
    public Builder priceUsd(String priceUsd) {
      return priceUsd(Members.usd("priceUsd", priceUsd));
    }

    /** Path of the top-up page in the broker's console. */
    public Builder billingUrl(@Nullable String billingUrl) {
      this.billingUrl = billingUrl;
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public InsufficientFundsError build() {
      if (error == null || code == null) {
        throw Members.missing(
            "InsufficientFundsError",
            "error",
            error,
            "code",
            code);
      }
      return new InsufficientFundsError(
          error,
          code,
          balanceUsd,
          priceUsd,
          billingUrl);
    }
  }
}
