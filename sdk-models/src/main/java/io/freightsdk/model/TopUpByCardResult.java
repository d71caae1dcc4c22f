// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The balance after a charge of a card. Its members are not published.
 *
 * @param ok True when the amount was added to the balance.
 * @param currency Always USD.
 * @param balanceUsd The balance with the amount added, in USD.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record TopUpByCardResult(
    @Jackson.NonNull boolean ok,
    @Jackson.NonNull String currency,
    @Jackson.NonNull BigDecimal balanceUsd,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public TopUpByCardResult {
    Objects.requireNonNull(currency, "currency");
    Objects.requireNonNull(balanceUsd, "balanceUsd");
    additionalProperties = OpenFields.copy(
        additionalProperties,
        "ok",
        "currency",
        "balanceUsd");
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns all members, with secrets masked, and only the names of additional fields. */
  @Override
  public String toString() {
    return
        "TopUpByCardResult[ok=" +
        ok +
        ", currency=" +
        currency +
        ", balanceUsd=" +
        balanceUsd +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link TopUpByCardResult}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Boolean ok;
    private @Nullable String currency = "USD";
    private @Nullable BigDecimal balanceUsd;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(TopUpByCardResult from) {
      ok = from.ok;
      currency = from.currency;
      balanceUsd = from.balanceUsd;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** True when the amount was added to the balance. */
    public Builder ok(boolean ok) {
      this.ok = ok;
      return this;
    }

    /** Always USD. */
    public Builder currency(String currency) {
      this.currency = Objects.requireNonNull(currency, "currency");
      return this;
    }

    /** The balance with the amount added, in USD. */
    public Builder balanceUsd(BigDecimal balanceUsd) {
      this.balanceUsd = Objects.requireNonNull(balanceUsd, "balanceUsd");
      return this;
    }

    /** The same amount as decimal text, such as {@code "25.00"}. */
    public Builder balanceUsd(String balanceUsd) {
      return balanceUsd(Members.parseUsd("balanceUsd", balanceUsd));
    }

    /** Replaces all additional fields. */
    public Builder additionalProperties(Map<String, ? extends @Nullable Object> fields) {
      Objects.requireNonNull(fields, "fields");
      additionalProperties.clear();
      additionalProperties.putAll(fields);
      return this;
    }

    /**
     * Adds a field that this record does not name. The value is null, a boolean, a number, a
     * string, or a list or map of such values.
     */
    public Builder put(String name, @Nullable Object value) {
      OpenFields.requireNotMember(
          name,
          "ok",
          "currency",
          "balanceUsd");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public TopUpByCardResult build() {
      if (ok == null || currency == null || balanceUsd == null) {
        throw Members.missing(
            "TopUpByCardResult",
            "ok",
            ok,
            "currency",
            currency,
            "balanceUsd",
            balanceUsd);
      }
      return new TopUpByCardResult(
          ok,
          currency,
          balanceUsd,
          additionalProperties);
    }
  }
}
