package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load of the server, to inspect and to change. This is a handle: each call shows the load as it
 * is now, is not a request and costs nothing. Safe for use by several threads.
 */
public final class Load {
  private static final int EXPLAINED_FIXES = 1000;
  private static final double MAX_FENCE_RADIUS_METERS = 100_000;

  private final FreightService service;
  private final VirtualClock clock;
  private final String loadNumber;

  Load(FreightService service, VirtualClock clock, String loadNumber) {
    this.service = service;
    this.clock = clock;
    this.loadNumber = loadNumber;
  }

  /** Its number. */
  public String loadNumber() {
    return loadNumber;
  }

  /**
   * The load at this moment.
   *
   * @throws IllegalArgumentException when the load no longer exists
   */
  public LoadView view() {
    clock.settle();
    return LoadView.of(find());
  }

  /** Its identifier, a UUID. */
  public String loadId() {
    return view().loadId();
  }

  /** The broker that it belongs to. */
  public String brokerId() {
    return view().brokerId();
  }

  /** When it was created. */
  public Instant createdAt() {
    return view().createdAt();
  }

  /** Its status now. */
  public LoadStatus status() {
    return view().status();
  }

  /** Its stops now, in order, pickups first. */
  public List<LoadView.Stop> stops() {
    return view().stops();
  }

  /** The stop with this sequence, counted from 1, as it is now. */
  public LoadView.Stop stop(int sequence) {
    return view().stop(sequence);
  }

  /** When it was delivered; null until then. */
  public @Nullable Instant deliveredAt() {
    return view().deliveredAt();
  }

  /**
   * When its bill of lading was received, by the latest confirmation; null before the first one.
   */
  public @Nullable Instant bolReceivedAt() {
    return view().bolReceivedAt();
  }

  /** Whether it was delivered without its bill of lading, after waiting for it in vain. */
  public boolean bolMissing() {
    return view().bolMissing();
  }

  /** Whether its driver opened the link or sent a fix. */
  public boolean driverJoined() {
    return view().driverJoined();
  }

  /** How many fixes are kept. */
  public int pingCount() {
    return view().pingCount();
  }

  /** Length of its whole track in miles, not rounded; null with fewer than two fixes. */
  public @Nullable Double distanceMiles() {
    return view().distanceMiles();
  }

  /** The token of its public page. */
  public String trackingToken() {
    return view().trackingToken();
  }

  /** The token with which a phone sends fixes. */
  public String driverToken() {
    return view().driverToken();
  }

  /**
   * What each of its latest 1,000 fixes did and why, in the order of their own time. The latest 500
   * refused fixes are included, except those without valid coordinates. A fix whose time could not
   * be read is listed at the time of its arrival.
   */
  public List<FixExplanation> explain() {
    return find().withTrip(trip -> trip.explain(EXPLAINED_FIXES));
  }

  /** Cancels the load; a delivered or cancelled load does not change. */
  public Load cancel() {
    service.deliveries().cancel(find());
    return this;
  }

  /**
   * Delivers the load now, by hand, for a driver whose fixes can no longer do it. Its stops keep
   * what the fixes have shown. A delivered or cancelled load does not change.
   */
  public Load deliver() {
    service.deliveries().finish(find());
    return this;
  }

  /** Makes the load wait for its bill of lading once it is at its last stop. */
  public Load awaitBol() {
    return awaitBol(true);
  }

  /** Sets whether the load waits for its bill of lading once it is at its last stop. */
  public Load awaitBol(boolean enabled) {
    service.deliveries().awaitBol(find(), enabled);
    return this;
  }

  /**
   * Changes the radius of the geofence around one stop, before its first fix.
   *
   * @param stopSequence from 1 over all stops, pickups first
   * @param meters above 0, up to 100,000
   * @throws IllegalArgumentException when there is no such stop, or for another radius
   * @throws IllegalStateException when a fix was kept already, the load is no longer PLANNED, or
   *     the stop's address could not be located
   */
  public Load fenceRadius(int stopSequence, double meters) {
    double radius = checkedRadius(meters);
    find().change(trip -> trip.fenceRadius(stopSequence, radius));
    return this;
  }

  /** Throws IllegalArgumentException for a radius that no fence can have. */
  static double checkedRadius(double meters) {
    if (meters > 0 && meters <= MAX_FENCE_RADIUS_METERS) return meters;
    throw new IllegalArgumentException(
        "a fence radius must be above 0 m and at most 100,000 m, not " + meters);
  }

  private TrackedLoad find() {
    return service.knownLoad(loadNumber);
  }

  @Override
  public String toString() {
    return view().toString();
  }
}
