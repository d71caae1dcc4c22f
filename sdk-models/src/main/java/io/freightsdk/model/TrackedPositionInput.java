package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The load to locate. Its shape is not published.
 *
 * @param loadNumber Number of the load.
 * @param additionalProperties every other field, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@ForJackson.ApiObject
public record TrackedPositionInput(
    @ForJackson.NonNull String loadNumber,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public TrackedPositionInput {
    Objects.requireNonNull(loadNumber, "loadNumber");
    additionalProperties = OpenFields.copy(additionalProperties, "loadNumber");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link TrackedPositionInput}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String loadNumber;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(TrackedPositionInput from) {
      loadNumber = from.loadNumber;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** Number of the load. */
    public Builder loadNumber(String loadNumber) {
      this.loadNumber = Objects.requireNonNull(loadNumber, "loadNumber");
      return this;
    }

    /** Sets all other fields; replaces those that were put before. */
    public Builder additionalProperties(Map<String, ? extends @Nullable Object> fields) {
      Objects.requireNonNull(fields, "fields");
      additionalProperties.clear();
      additionalProperties.putAll(fields);
      return this;
    }

    /**
     * Puts a field that this record does not name: null, a boolean, a number, a string, or a list
     * or map of these.
     */
    public Builder put(String name, @Nullable Object value) {
      OpenFields.requireUnknown(name, "loadNumber");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record; throws IllegalStateException that names missing members. */
    public TrackedPositionInput build() {
      if (loadNumber == null) {
        throw Members.missing("TrackedPositionInput", "loadNumber", loadNumber);
      }
      return new TrackedPositionInput(loadNumber, additionalProperties);
    }
  }
}
