// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The status of a load: {@code PLANNED} before it reaches a pickup, {@code AT_PICKUP}, {@code
 * IN_TRANSIT}, {@code AT_DELIVERY} while it waits at its delivery stop for the bill of lading.
 * At the end it is {@code DELIVERED} or {@code CANCELLED}. The service may add values.
 */
public final class LoadStatus {
  public static final LoadStatus PLANNED = new LoadStatus("PLANNED", true);
  public static final LoadStatus AT_PICKUP = new LoadStatus("AT_PICKUP", true);
  public static final LoadStatus IN_TRANSIT = new LoadStatus("IN_TRANSIT", true);
  public static final LoadStatus AT_DELIVERY = new LoadStatus("AT_DELIVERY", true);
  public static final LoadStatus DELIVERED = new LoadStatus("DELIVERED", true);
  public static final LoadStatus CANCELLED = new LoadStatus("CANCELLED", true);

  private static final List<LoadStatus> KNOWN = List.of(
      PLANNED,
      AT_PICKUP,
      IN_TRANSIT,
      AT_DELIVERY,
      DELIVERED,
      CANCELLED);

  private final String value;
  private final boolean known;

  private LoadStatus(String value, boolean known) {
    this.value = value;
    this.known = known;
  }

  /** Returns the value with this JSON name: a constant, or a new value for another name. */
  @JsonCreator
  public static LoadStatus of(String value) {
    Objects.requireNonNull(value, "value");
    for (LoadStatus known : KNOWN) {
      if (known.value.equals(value)) return known;
    }
    return new LoadStatus(value, false);
  }

  /** Returns the constants of this class, in the order of the API description. */
  public static List<LoadStatus> knownValues() {
    return KNOWN;
  }

  /** The name in JSON. */
  @JsonValue
  public String value() {
    return value;
  }

  /** Whether the value is one of the constants here; the service may send others. */
  public boolean isKnown() {
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LoadStatus that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }
}
