// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The services that you can buy. Its members are not published.
 *
 * @param services One entry for each service.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record ServiceCatalog(
    @Jackson.NonNull List<ServiceCatalogEntry> services,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public ServiceCatalog {
    services = Members.copyList("services", services);
    additionalProperties = OpenFields.copy(additionalProperties, "services");
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
        "ServiceCatalog[services=" +
        services +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link ServiceCatalog}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable List<ServiceCatalogEntry> services;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(ServiceCatalog from) {
      services = new ArrayList<>(from.services);
      additionalProperties.putAll(from.additionalProperties);
    }

    /** One entry for each service. */
    public Builder services(List<ServiceCatalogEntry> services) {
      this.services = new ArrayList<>(Members.copyList("services", services));
      return this;
    }

    /** One entry for each service. */
    public Builder services(ServiceCatalogEntry... services) {
      return services(Arrays.asList(Objects.requireNonNull(services, "services")));
    }

    /** Adds one item to {@code services}. */
    public Builder addService(ServiceCatalogEntry item) {
      if (services == null) services = new ArrayList<>();
      services.add(Objects.requireNonNull(item, "item"));
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
      OpenFields.requireNotMember(name, "services");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public ServiceCatalog build() {
      if (services == null) {
        throw Members.missing("ServiceCatalog", "services", services);
      }
      return new ServiceCatalog(services, additionalProperties);
    }
  }
}
