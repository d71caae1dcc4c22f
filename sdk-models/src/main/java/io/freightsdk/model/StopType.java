// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The kind of a stop. The service may add values. */
public final class StopType {
  public static final StopType PICKUP = new StopType("PICKUP", true);
  public static final StopType DELIVERY = new StopType("DELIVERY", true);

  private static final List<StopType> KNOWN = List.of(PICKUP, DELIVERY);

  private final String value;
  private final boolean known;

  private StopType(String value, boolean known) {
    this.value = value;
    this.known = known;
  }

  /** Returns the value with this JSON name: a constant, or a new value for another name. */
  @JsonCreator
  public static StopType of(String value) {
    Objects.requireNonNull(value, "value");
    for (StopType known : KNOWN) {
      if (known.value.equals(value)) return known;
    }
    return new StopType(value, false);
  }

  /** Returns the constants of this class, in the order of the API description. */
  public static List<StopType> knownValues() {
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
    return other instanceof StopType that && value.equals(that.value);
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
