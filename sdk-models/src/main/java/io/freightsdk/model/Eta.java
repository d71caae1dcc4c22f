package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.OpenFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The estimated arrival of a load, or with too little data only a {@code reason} why there is
 * no estimate. Its fields are not published. The fields named here are the reference server's
 * choice: at the service each may be absent or have another name, and is then null. All fields
 * that arrive are kept exactly as received.
 *
 * @param additionalProperties every other field, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record Eta(
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public Eta {
    additionalProperties = OpenFields.copy(additionalProperties);
  }

  /**
   * Which stop comes next, by its {@code sequence}. Null when absent or of another type; the
   * service does not publish what an ETA contains.
   */
  public @Nullable Integer nextStopSequence() {
    return OpenFields.integer(additionalProperties, "nextStopSequence");
  }

  /**
   * When the truck should reach its next stop. Null when absent or of another type; the service
   * does not publish what an ETA contains.
   */
  public @Nullable Instant nextStopEta() {
    return OpenFields.instant(additionalProperties, "nextStopEta");
  }

  /**
   * When the truck should reach its last stop. Null when absent or of another type; the service
   * does not publish what an ETA contains.
   */
  public @Nullable Instant etaAt() {
    return OpenFields.instant(additionalProperties, "etaAt");
  }

  /**
   * Miles left to the last stop, along the stored route. Null when absent or of another type;
   * the service does not publish what an ETA contains.
   */
  public @Nullable Double remainingMiles() {
    return OpenFields.number(additionalProperties, "remainingMiles");
  }

  /**
   * Minutes left to the last stop. Null when absent or of another type; the service does not
   * publish what an ETA contains.
   */
  public @Nullable Integer remainingMinutes() {
    return OpenFields.integer(additionalProperties, "remainingMinutes");
  }

  /**
   * Average speed that the estimate assumes, in miles per hour. Null when absent or of another
   * type; the service does not publish what an ETA contains.
   */
  public @Nullable Double speedMph() {
    return OpenFields.number(additionalProperties, "speedMph");
  }

  /**
   * What the estimate is based on. Null when absent or of another type; the service does not
   * publish what an ETA contains.
   */
  public @Nullable String basis() {
    return OpenFields.string(additionalProperties, "basis");
  }

  /**
   * Whether the latest fix is too old to trust the estimate. Null when absent or of another
   * type; the service does not publish what an ETA contains.
   */
  public @Nullable Boolean stale() {
    return OpenFields.bool(additionalProperties, "stale");
  }

  /**
   * Why there is no estimate, such as {@code no_position} before the first fix. Null when
   * absent or of another type; the service does not publish what an ETA contains.
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

  /** The values of the fields that this record names, and of the open fields the names only. */
  @Override
  public String toString() {
    return 
        "Eta[nextStopSequence=" +
        nextStopSequence() +
        ", nextStopEta=" +
        nextStopEta() +
        ", etaAt=" +
        etaAt() +
        ", remainingMiles=" +
        remainingMiles() +
        ", remainingMinutes=" +
        remainingMinutes() +
        ", speedMph=" +
        speedMph() +
        ", basis=" +
        basis() +
        ", stale=" +
        stale() +
        ", reason=" +
        reason() +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
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
