// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import io.freightsdk.model.internal.generated.JsonNames;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One service that can be bought.
 *
 * @param id Identifier such as agent.create_load.
 * @param category Category of the service.
 * @param description Text that describes the service.
 * @param priceUsd Price of one call in USD.
 * @param endpoint Path of the operation. Null when absent.
 * @param payment Payment method; {@code prepaid_balance} if the price is debited from the
 * balance. Null when absent.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record ServiceCatalogEntry(
    @Jackson.NonNull String id,
    @Jackson.NonNull String category,
    @Jackson.NonNull String description,
    @JsonNames.PriceUsd @Jackson.NonNull BigDecimal priceUsd,
    @Nullable String endpoint,
    @Nullable String payment,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public ServiceCatalogEntry {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(category, "category");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(priceUsd, "priceUsd");
    additionalProperties = OpenFields.copy(
        additionalProperties,
        "id",
        "category",
        "description",
        "price_usd",
        "endpoint",
        "payment");
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
        "ServiceCatalogEntry[id=" +
        id +
        ", category=" +
        category +
        ", description=" +
        description +
        ", priceUsd=" +
        priceUsd +
        ", endpoint=" +
        endpoint +
        ", payment=" +
        payment +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link ServiceCatalogEntry}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String id;
    private @Nullable String category;
    private @Nullable String description;
    private @Nullable BigDecimal priceUsd;
    private @Nullable String endpoint;
    private @Nullable String payment;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(ServiceCatalogEntry from) {
      id = from.id;
      category = from.category;
      description = from.description;
      priceUsd = from.priceUsd;
      endpoint = from.endpoint;
      payment = from.payment;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** Identifier such as agent.create_load. */
    public Builder id(String id) {
      this.id = Objects.requireNonNull(id, "id");
      return this;
    }

    /** Category of the service. */
    public Builder category(String category) {
      this.category = Objects.requireNonNull(category, "category");
      return this;
    }

    /** Text that describes the service. */
    public Builder description(String description) {
      this.description = Objects.requireNonNull(description, "description");
      return this;
    }

    /** Price of one call in USD. */
    public Builder priceUsd(BigDecimal priceUsd) {
      this.priceUsd = Objects.requireNonNull(priceUsd, "priceUsd");
      return this;
    }

    /** The same amount as decimal text, such as {@code "25.00"}. */
    public Builder priceUsd(String priceUsd) {
      return priceUsd(Members.parseUsd("priceUsd", priceUsd));
    }

    /** Path of the operation. */
    public Builder endpoint(@Nullable String endpoint) {
      this.endpoint = endpoint;
      return this;
    }

    /** Payment method; {@code prepaid_balance} if the price is debited from the balance. */
    public Builder payment(@Nullable String payment) {
      this.payment = payment;
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
      OpenFields.requireNotMember(
          name,
          "id",
          "category",
          "description",
          "price_usd",
          "endpoint",
          "payment");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public ServiceCatalogEntry build() {
      if (
          id == null ||
          category == null ||
          description == null ||
          priceUsd == null) {
        throw Members.missing(
            "ServiceCatalogEntry",
            "id",
            id,
            "category",
            category,
            "description",
            description,
            "priceUsd",
            priceUsd);
      }
      return new ServiceCatalogEntry(
          id,
          category,
          description,
          priceUsd,
          endpoint,
          payment,
          additionalProperties);
    }
  }
}
