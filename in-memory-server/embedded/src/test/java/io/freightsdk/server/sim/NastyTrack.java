package io.freightsdk.server.sim;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.sim.NastyScripts.NastyScript;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks that tracking services often handle wrongly, each with the expected result.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @EnumSource(NastyTrack.class)
 * void survives(NastyTrack track) {
 *   Instant start = server.clock().now();
 *   String loadNumber = client.createLoad(track.load("+13125550142")).loadNumber();
 *   server.send(loadNumber, track.sentFrom(start));
 *   assertThat(client.getLoadPosition(loadNumber).status()).isEqualTo(track.expectedFrom(start).status());
 * }
 * }</pre>
 *
 * The results are those of the default rules: a throttle of 30 s, fences of 3,200 m, delivery on
 * arrival.
 */
public enum NastyTrack {
  /** On the way to the pickup the truck passes the delivery. */
  DRIVE_BY_LATER_STOP(NastyScripts::driveByLaterStop),
  /** A phone with poor accuracy at the fence's edge: one arrival, no departure. */
  FLAPPING_AT_FENCE(NastyScripts::flappingAtFence),
  /** Offline from the pickup to the delivery; then all fixes are sent at once, the newest first. */
  OFFLINE_BUFFER_REVERSED(NastyScripts::offlineBufferReversed),
  /** One fix is ten minutes ahead of the server. */
  FUTURE_FIX(NastyScripts::futureFix),
  /** One fix is at 0, 0, which phones send when they do not know their position. */
  ZERO_ZERO(NastyScripts::zeroZero),
  /** The road crosses the date line. */
  DATE_LINE(NastyScripts::dateLine),
  /** One fix is 160 km off. */
  TELEPORT(NastyScripts::teleport),
  /** Every fix is sent three times. */
  DUPLICATE_BURST(NastyScripts::duplicateBurst),
  /**
   * After loading, the truck parks between the two circles of the fence for an hour before it
   * leaves.
   */
  PARKED_IN_GREY_ZONE(NastyScripts::parkedInGreyZone),
  /** The truck passes through the pickup's fence with a single fix inside. */
  FAST_PASS_THROUGH(NastyScripts::fastPassThrough),
  /** The phone never claims an accuracy. */
  NO_ACCURACY(NastyScripts::noAccuracy);

  @SuppressWarnings("ImmutableEnumChecker") // The scripts are functions without state.
  private final Supplier<NastyScript> script;

  NastyTrack(Supplier<NastyScript> script) {
    this.script = script;
  }

  /**
   * The order of the load that this track is for: one pickup and one delivery, both with
   * coordinates.
   */
  public CreateLoadInput load(String driverPhone) {
    NastyScript it = script.get();
    return CreateLoadInput.builder()
        .driverPhone(driverPhone)
        .addPickups(stop(it.pickup(), it.pickupAddress()))
        .addDeliveries(stop(it.delivery(), it.deliveryAddress()))
        .build();
  }

  /** The place of the pickup. */
  public Coordinates pickup() {
    return script.get().pickup();
  }

  /** The place of the delivery. */
  public Coordinates delivery() {
    return script.get().delivery();
  }

  /** The fixes in the order in which the phone sends them; the first at {@code start}. */
  public List<SentFix> sentFrom(Instant start) {
    return script.get().steps().stream().map(step -> step.sentFrom(start)).toList();
  }

  /** The expected result once all fixes are sent. */
  public Expected expectedFrom(Instant start) {
    NastyScript it = script.get();
    Map<String, Integer> refused = new TreeMap<>();
    List<NastyScript.Step> kept = new ArrayList<>();
    for (NastyScript.Step step : it.steps()) {
      if (step.refusal() == null) {
        kept.add(step);
      } else {
        refused.merge(step.refusal(), 1, Integer::sum);
      }
    }
    kept.sort(Comparator.comparingDouble(NastyScript.Step::minute));
    double miles = 0;
    for (int i = 1; i < kept.size(); i++) {
      miles += kept.get(i - 1).at().milesTo(kept.get(i).at());
    }
    return new Expected(
        it.status(),
        kept.size(),
        refused,
        Math.round(miles * 10) / 10.0,
        it.pickupVisit().from(start),
        it.deliveryVisit().from(start));
  }

  private static StopInput stop(Coordinates at, NastyScript.Address address) {
    return StopInput.builder()
        .address(address.street())
        .city(address.city())
        .state(address.state())
        .zip(address.zip())
        .lat(at.lat())
        .lng(at.lng())
        .build();
  }

  /**
   * The expected result of a {@link NastyTrack}.
   *
   * @param status of the load in the end
   * @param pingCount fixes kept
   * @param refused fixes not kept, counted by the reason that the service gives
   * @param distanceMiles over the kept fixes in time order, one decimal
   */
  public record Expected(
      LoadStatus status,
      int pingCount,
      Map<String, Integer> refused,
      double distanceMiles,
      Visit pickup,
      Visit delivery) {
    public Expected {
      refused = Map.copyOf(refused);
    }

    /** Times of one stop; null where it was not arrived at, or not departed. */
    public record Visit(@Nullable Instant arrivedAt, @Nullable Instant departedAt) {}
  }
}
