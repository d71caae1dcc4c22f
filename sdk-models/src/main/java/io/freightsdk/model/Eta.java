package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.ForJackson;
import io.freightsdk.model.internal.OpenFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The ETA block of a position, API description section 2.5. Its fields are not published. Those
 * named here are the reference server's choice: at the service each may be absent or have
 * another name, and is then null. Whatever comes is kept exactly as received. With too little
 * data the block has a {@code reason} only.
 *
 * @param additionalProperties every other field, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@ForJackson.ApiObject
public record Eta(
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public Eta {
    additionalProperties = OpenFields.copy(additionalProperties);
  }

  /**
   * Sequence of the stop the load heads for. The service does not publish this field. Null when
   * absent or of another type.
   */
  public @Nullable Integer nextStopSequence() {
    return OpenFields.integer(additionalProperties, "nextStopSequence");
  }

  /**
   * When the load should reach its next stop. The service does not publish this field. Null
   * when absent or of another type.
   */
  public @Nullable Instant nextStopEta() {
    return OpenFields.instant(additionalProperties, "nextStopEta");
  }

  /**
   * When the load should reach its last stop. The service does not publish this field. Null
   * when absent or of another type.
   */
  public @Nullable Instant etaAt() {
    return OpenFields.instant(additionalProperties, "etaAt");
  }

  /**
   * Miles to the last stop along the stored route. The service does not publish this field.
   * Null when absent or of another type.
   */
  public @Nullable Double remainingMiles() {
    return OpenFields.number(additionalProperties, "remainingMiles");
  }

  /**
   * Minutes to the last stop. The service does not publish this field. Null when absent or of
   * another type.
   */
  public @Nullable Integer remainingMinutes() {
    return OpenFields.integer(additionalProperties, "remainingMinutes");
  }

  /**
   * Speed the estimate assumes, in miles per hour. The service does not publish this field.
   * Null when absent or of another type.
   */
  public @Nullable Double speedMph() {
    return OpenFields.number(additionalProperties, "speedMph");
  }

  /**
   * What the estimate is based on. The service does not publish this field. Null when absent or
   * of another type.
   */
  public @Nullable String basis() {
    return OpenFields.string(additionalProperties, "basis");
  }

  /**
   * Whether the last fix is too old to trust the estimate. The service does not publish this
   * field. Null when absent or of another type.
   */
  public @Nullable Boolean stale() {
    return OpenFields.bool(additionalProperties, "stale");
  }

  /**
   * Why there is no estimate. The service does not publish this field. Null when absent or of
   * another type.
   */
  public @Nullable String reason() {
    return OpenFields.string(additionalProperties, "reason");
  }

  /** Starts an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts a builder that holds the members of this one. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** All members, with secrets masked, and of the open fields the names only. */
  @Override
  public String toString() {
    return "Eta[additionalProperties=" + additionalProperties.keySet() + "]";
  }

  /** Builds a {@link Eta}. Not safe for concurrent use. */
  public static final class Builder {
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(Eta from) {
      additionalProperties.putAll(from.additionalProperties);
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
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. */
    public Eta build() {
      return new Eta(additionalProperties);
    }
  }
}
