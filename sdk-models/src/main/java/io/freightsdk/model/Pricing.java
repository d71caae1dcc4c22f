// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The live price list.
 *
 * @param currency Always USD. Null when absent.
 * @param prices Price in USD of one call, by price key such as {@code load_create}. Empty when
 * absent.
 */
@Jackson.ApiObject
public record Pricing(
    @Nullable String currency,
    @Jackson.EmptyWhenAbsent Map<String, BigDecimal> prices) {

  public Pricing {
    prices = Members.copyMap("prices", prices);
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link Pricing}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String currency;
    private Map<String, BigDecimal> prices = new LinkedHashMap<>();

    private Builder() {}

    private Builder(Pricing from) {
      currency = from.currency;
      prices = new LinkedHashMap<>(from.prices);
    }

    /** Always USD. */
    public Builder currency(@Nullable String currency) {
      this.currency = currency;
      return this;
    }

    /** Price in USD of one call, by price key such as {@code load_create}. */
    public Builder prices(Map<String, BigDecimal> prices) {
      this.prices = new LinkedHashMap<>(Objects.requireNonNull(prices, "prices"));
      return this;
    }

    /** Puts one amount into {@code prices}. */
    public Builder putPrice(String key, BigDecimal amount) {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(amount, "amount");
      prices.put(key, amount);
      return this;
    }

    /** Builds the record. */
    public Pricing build() {
      return new Pricing(currency, prices);
    }
  }
}
