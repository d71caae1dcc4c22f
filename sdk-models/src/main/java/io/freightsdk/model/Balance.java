// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The prepaid balance of the key's broker.
 *
 * @param currency Always USD. Null when absent.
 * @param balanceUsd The remaining balance, in USD. Null when absent.
 */
@Jackson.ApiObject
public record Balance(@Nullable String currency, @Nullable BigDecimal balanceUsd) {

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link Balance}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String currency;
    private @Nullable BigDecimal balanceUsd;

    private Builder() {}

    private Builder(Balance from) {
      currency = from.currency;
      balanceUsd = from.balanceUsd;
    }

    /** Always USD. */
    public Builder currency(@Nullable String currency) {
      this.currency = currency;
      return this;
    }

    /** The remaining balance, in USD. */
    public Builder balanceUsd(@Nullable BigDecimal balanceUsd) {
      this.balanceUsd = balanceUsd;
      return this;
    }

    /** The same amount as decimal text, such as {@code "25.00"}. */
    public Builder balanceUsd(String balanceUsd) {
      return balanceUsd(Members.parseUsd("balanceUsd", balanceUsd));
    }

    /** Builds the record. */
    public Balance build() {
      return new Balance(currency, balanceUsd);
    }
  }
}
