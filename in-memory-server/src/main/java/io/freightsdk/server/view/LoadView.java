package io.freightsdk.server.view;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Fix;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The state of a load at one time. {@code toString} hides the tokens.
 *
 * @param trackingToken the token of the public tracking page
 * @param driverToken the token with which the driver's phone sends fixes
 * @param deliveredAt the time of the delivery; null before it
 * @param driverJoined whether the driver opened the link or sent a fix
 * @param bolReceivedAt the time of the bill of lading by the latest confirmation; null before the
 *     first confirmation
 * @param bolMissing whether the load was delivered without its bill of lading, because the wait for
 *     it timed out
 * @param pingCount the number of fixes of the track
 * @param distanceMiles the length of the whole track, not rounded; null for fewer than two fixes
 * @param lastFix the latest fix of the track; null before the first fix
 * @param order the order without its stops
 */
public record LoadView(
    String loadNumber,
    String loadId,
    String brokerId,
    LoadStatus status,
    Instant createdAt,
    @Nullable Instant deliveredAt,
    String trackingToken,
    String driverToken,
    boolean driverJoined,
    @Nullable Instant bolReceivedAt,
    boolean bolMissing,
    int pingCount,
    @Nullable Double distanceMiles,
    @Nullable Fix lastFix,
    Order order,
    List<Stop> stops) {
  public LoadView {
    stops = List.copyOf(stops);
  }

  /** Returns the stop with this sequence, counted from 1. */
  public Stop stop(int sequence) {
    if (sequence < 1 || sequence > stops.size()) {
      throw new IllegalArgumentException(
          loadNumber + " has stops 1 to " + stops.size() + ", not " + sequence);
    }
    return stops.get(sequence - 1);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "LoadView[%s, %s, pingCount=%s, stops=%s]",
        loadNumber,
        status,
        pingCount,
        stops);
  }

  /**
   * The order of a load ({@code CreateLoadInput}). All members except the driver's phone are null
   * if the order does not have them. {@code toString} shows only {@code customerRef}, because the
   * others may be personal data.
   *
   * @param driverPhone the driver's phone number in E.164
   * @param weight the weight in pounds
   * @param rate the rate in USD
   * @param miles the planned distance in miles
   */
  public record Order(
      String driverPhone,
      @Nullable String customerRef,
      @Nullable String shipperName,
      @Nullable String carrierName,
      @Nullable String truckNumber,
      @Nullable String equipmentType,
      @Nullable Double weight,
      @Nullable BigDecimal rate,
      @Nullable Double miles) {
    @Override
    public String toString() {
      return "Order[customerRef=" + customerRef + "]";
    }
  }

  /**
   * One stop of a load, with details that a position read does not contain.
   *
   * @param sequence the number of the stop, from 1 over all stops, pickups first
   * @param address the street address
   * @param facilityName the name of the stop; null if the order has none
   * @param lat the latitude of the geofence's center; null if the address could not be located
   * @param lng the longitude of the geofence's center; null if the address could not be located
   * @param geocodePrecision the precision of the coordinates: {@code exact} if the order has
   *     coordinates, otherwise {@code zip}, {@code city}, {@code guess} or {@code none}
   * @param radiusMeters the radius of the geofence; null if the stop has no geofence
   * @param arrivedAt the time of the arrival; null before it, and for a missed stop
   * @param departedAt the time of the departure; null before it
   * @param missed whether the truck was at a later stop without an arrival at this stop
   */
  public record Stop(
      int sequence,
      StopType type,
      String address,
      String city,
      String state,
      String zip,
      @Nullable String facilityName,
      @Nullable Double lat,
      @Nullable Double lng,
      String geocodePrecision,
      @Nullable Double radiusMeters,
      @Nullable Instant windowFrom,
      @Nullable Instant windowTo,
      @Nullable Instant arrivedAt,
      @Nullable Instant departedAt,
      boolean missed) {}
}
