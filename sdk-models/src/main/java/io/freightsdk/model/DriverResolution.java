// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a driver was found for a new load. {@code bound}: the load belongs to a driver that the
 * service knows. {@code unresolved_truck}: {@code truckNumber} matched no driver, so send the
 * load's {@code driverWebLink} to the driver yourself. {@code none}: there is no driver yet.
 * The service may add values.
 */
public final class DriverResolution {
  public static final DriverResolution BOUND = new DriverResolution("bound", true);
  public static final DriverResolution UNRESOLVED_TRUCK = new DriverResolution("unresolved_truck", true);
  public static final DriverResolution NONE = new DriverResolution("none", true);

  private static final List<DriverResolution> KNOWN = List.of(BOUND, UNRESOLVED_TRUCK, NONE);

  private final String value;
  private final boolean known;

  private DriverResolution(String value, boolean known) {
    this.value = value;
    this.known = known;
  }

  /** Returns the value with this JSON name: a constant, or a new value for another name. */
  @JsonCreator
  public static DriverResolution of(String value) {
    Objects.requireNonNull(value, "value");
    for (DriverResolution known : KNOWN) {
      if (known.value.equals(value)) return known;
    }
    return new DriverResolution(value, false);
  }

  /** Returns the constants of this class, in the order of the API description. */
  public static List<DriverResolution> knownValues() {
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
    return other instanceof DriverResolution that && value.equals(that.value);
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
