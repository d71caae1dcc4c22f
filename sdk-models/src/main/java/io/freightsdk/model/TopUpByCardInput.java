// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import io.freightsdk.model.internal.Secrets;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A charge of a card, which tops up the prepaid balance. Its members are not published.
 *
 * @param amountUsd Amount to add in USD.
 * @param cardToken Token of the card, from the payment provider.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record TopUpByCardInput(
    @Jackson.NonNull BigDecimal amountUsd,
    @Jackson.NonNull String cardToken,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public TopUpByCardInput {
    Objects.requireNonNull(amountUsd, "amountUsd");
    Objects.requireNonNull(cardToken, "cardToken");
    additionalProperties = OpenFields.copy(additionalProperties, "amountUsd", "cardToken");
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
        "TopUpByCardInput[amountUsd=" +
        amountUsd +
        ", cardToken=" +
        Secrets.mask(cardToken) +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link TopUpByCardInput}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable BigDecimal amountUsd;
    private @Nullable String cardToken;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(TopUpByCardInput from) {
      amountUsd = from.amountUsd;
      cardToken = from.cardToken;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** Amount to add in USD. */
    public Builder amountUsd(BigDecimal amountUsd) {
      this.amountUsd = Objects.requireNonNull(amountUsd, "amountUsd");
      return this;
    }

    /** The same amount as decimal text, such as {@code "25.00"}. */
    public Builder amountUsd(String amountUsd) {
      return amountUsd(Members.parseUsd("amountUsd", amountUsd));
    }

    /** Token of the card, from the payment provider. */
    public Builder cardToken(String cardToken) {
      this.cardToken = Objects.requireNonNull(cardToken, "cardToken");
      return this;
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
      OpenFields.requireNotMember(name, "amountUsd", "cardToken");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public TopUpByCardInput build() {
      if (amountUsd == null || cardToken == null) {
        throw Members.missing(
            "TopUpByCardInput",
            "amountUsd",
            amountUsd,
            "cardToken",
            cardToken);
      }
      return new TopUpByCardInput(amountUsd, cardToken, additionalProperties);
    }
  }
}
