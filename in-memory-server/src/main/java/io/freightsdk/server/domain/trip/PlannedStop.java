package io.freightsdk.server.domain.trip;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stop of a load as it was ordered, with its location.
 *
 * @param sequence from 1 over all stops of the load, pickups first
 * @param fence null if the stop could not be located. It then has no arrival and can only be missed
 * @param windowFrom start of the planned window; null if none was given
 * @param windowTo end of the planned window; null if there is none
 */
public record PlannedStop(
    int sequence,
    StopType type,
    @Nullable Fence fence,
    @Nullable Instant windowFrom,
    @Nullable Instant windowTo,
    Address address) {
  /** The remedy for a stop that cannot be located. */
  public static final String LOCATION_REMEDY =
      "Create the load with lat and lng for this stop, or with a real ZIP code of its state";

  /** The latest time that the API's JSON can express. */
  public static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59.999Z");

  /**
   * The address of a stop, from its {@code StopInput}.
   *
   * @param facilityName null if the order has none
   * @param precision precision of its coordinates; {@code exact} if they were given
   */
  public record Address(
      String street,
      String city,
      String state,
      String zip,
      @Nullable String facilityName,
      String precision) {
    /** For stops that need only coordinates. */
    public static final Address NONE = new Address("", "", "", "", null, "exact");

    /** The name for the driver: the facility name, otherwise the street address. */
    public String displayName() {
      return facilityName == null ? street : facilityName;
    }
  }

  /** A stop without an address, which the rules do not need. */
  public PlannedStop(
      int sequence,
      StopType type,
      @Nullable Fence fence,
      @Nullable Instant windowFrom,
      @Nullable Instant windowTo) {
    this(sequence, type, fence, windowFrom, windowTo, Address.NONE);
  }

  /** The end of a window of this length; null without a start, and for a length of zero. */
  public static @Nullable Instant windowEnd(@Nullable Instant from, Duration length) {
    if (from == null || length.isZero()) return null;
    Instant end = from.plus(length);
    return end.isAfter(MAX_TIME) ? MAX_TIME : end;
  }

  /** Whether the order has its coordinates. */
  public boolean isExact() {
    return address.precision().equals(Address.NONE.precision());
  }

  /** The source of its place, in words. */
  public String locatedBy() {
    return switch (address.precision()) {
      case "exact" -> "its coordinates";
      case "zip" -> "its ZIP code";
      case "city" -> "its city";
      default -> "a guess from the first three digits of its ZIP code";
    };
  }

  PlannedStop withFence(Fence newFence) {
    return new PlannedStop(sequence, type, newFence, windowFrom, windowTo, address);
  }

  /** Whether both stops are one visit: consecutive stops of one kind at one place. */
  boolean isVisitedTogetherWith(PlannedStop next) {
    if (!type.equals(next.type) || fence == null || next.fence == null) return false;
    Coordinates there = next.fence.center();
    return fence.metersTo(there) <= TruckHalt.RADIUS_METERS && fence.contains(there);
  }
}
