package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.trip.Fence.FixQuality;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A simulated driver of a load. Driving moves the server's clock forward and sends GPS fixes like a
 * phone, so every rule of the service applies. All methods except {@link #status} return this
 * driver. Not thread-safe.
 */
public final class Driver {
  private static final double DEFAULT_SPEED_MPH = 60;
  private static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);
  private static final double DEFAULT_ACCURACY_METERS = 10;
  private static final Duration MIN_INTERVAL = Duration.ofMillis(1);
  private static final Duration MAX_INTERVAL = Duration.ofDays(1);
  private static final Duration MAX_WAIT = Duration.ofDays(120);
  private static final Duration STAY_AT_STOP = Duration.ofMinutes(30);
  private static final double MAX_SPEED_MPH = 120;
  private static final List<LoadStatus> STATUSES_IN_ORDER =
      List.of(
          LoadStatus.PLANNED,
          LoadStatus.AT_PICKUP,
          LoadStatus.IN_TRANSIT,
          LoadStatus.AT_DELIVERY,
          LoadStatus.DELIVERED);
  private static final double MILLIS_PER_HOUR = 3_600_000;

  /** Well outside a fence of ordinary size, so that the first drive starts outside it. */
  private static final double FIRST_APPROACH_METERS = 10_000;

  private static final double SOUTH_WEST_DEGREES = 225;

  private final FreightService service;
  private final ServerClock clock;
  private final String loadNumber;
  private final BooleanSupplier closed;
  private BooleanSupplier stopCondition = () -> false;
  private DriveLimit limit;
  private double speedMph = DEFAULT_SPEED_MPH;
  private Duration interval = DEFAULT_INTERVAL;
  private double accuracyMeters = DEFAULT_ACCURACY_METERS;
  private @Nullable Coordinates position;

  Driver(FreightService service, ServerClock clock, String loadNumber, BooleanSupplier closed) {
    this.service = service;
    this.clock = clock;
    this.loadNumber = loadNumber;
    this.closed = closed;
    this.limit = new DriveLimit(loadNumber, closed);
    Fix last = load().read(trip -> trip.track().lastFix());
    this.position = last == null ? null : last.coordinates();
  }

  /** Sets the speed from now on, in mph, above 0 and at most 120; 60 by default. */
  public Driver speedMph(double mph) {
    if (!(mph > 0 && mph <= MAX_SPEED_MPH)) {
      throw new IllegalArgumentException(
          "driver: "
              + mph
              + " mph; must be above 0 and at most 120: the service refuses faster trucks as GPS"
              + " jumps");
    }
    speedMph = mph;
    return this;
  }

  /** Sets the time between two fixes from now on, from 1 ms to one day; 60 s by default. */
  public Driver fixInterval(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.compareTo(MIN_INTERVAL) < 0 || time.compareTo(MAX_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "driver: fixes every " + time + "; must be over zero and at most a day");
    }
    interval = time;
    return this;
  }

  /**
   * Ends every later drive with an IllegalStateException when {@code condition} returns true. The
   * condition is checked before each fix.
   */
  public Driver stopWhen(BooleanSupplier condition) {
    stopCondition = Objects.requireNonNull(condition, "condition");
    return this;
  }

  /**
   * Sets the accuracy of the fixes from now on, in meters, from 0 to 5,000; 10 by default. A fix
   * above 150 m proves no arrival:
   *
   * <pre>{@code
   * server.driver(loadNumber).accuracyMeters(400).ping(39.1136, -84.5153);
   * assertThat(server).load(loadNumber).hasStatus(LoadStatus.PLANNED);
   * }</pre>
   */
  public Driver accuracyMeters(double meters) {
    if (!(meters >= 0 && meters <= PingRules.MAX_ACCURACY_METERS)) {
      throw new IllegalArgumentException(
          "driver: accuracy "
              + meters
              + " m; must be 0 to 5,000 m; to send a fix that the service refuses, use ping(Fix)");
    }
    accuracyMeters = meters;
    return this;
  }

  /**
   * Drives along a great circle from the current position to a place. A driver without a position
   * starts 10 km away from the place.
   */
  public Driver driveTo(Coordinates place) {
    Objects.requireNonNull(place, "place");
    startDrive();
    drive(place, () -> false);
    return this;
  }

  /** {@link #driveTo(Coordinates)} with a latitude and a longitude in degrees. */
  public Driver driveTo(double lat, double lng) {
    return driveTo(new Coordinates(lat, lng));
  }

  /**
   * Drives straight to the stop with this sequence, counted from 1, without a stay at the stops
   * before it.
   *
   * @throws IllegalStateException if the stop could not be located
   */
  public Driver driveToStop(int sequence) {
    return driveTo(coordinatesOf(load().view().stop(sequence)));
  }

  /**
   * Drives to the first stop that the driver has neither visited nor missed.
   *
   * @throws IllegalStateException if there is no such stop
   */
  public Driver driveToNextStop() {
    LoadView.Stop next = nextStop();
    if (next == null) {
      throw new IllegalStateException("driver: " + loadNumber + " has no stop left");
    }
    return driveTo(coordinatesOf(next));
  }

  /**
   * Waits at the current position for this time and sends fixes.
   *
   * @throws IllegalArgumentException if the time is negative or more than 120 days
   * @throws IllegalStateException if the driver has no position yet, or after 100,000 fixes
   */
  public Driver stay(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative() || time.compareTo(MAX_WAIT) > 0) {
      throw new IllegalArgumentException(
          "driver: wait of " + time + "; must be at least 0 and at most 120 days");
    }
    startDrive();
    stayUntil(time, () -> false);
    return this;
  }

  /**
   * Drives from stop to stop, with half an hour at each stop, until the load has this status. If
   * the load waits for its bill of lading, the truck waits, too.
   *
   * @throws IllegalStateException if driving can no longer lead to this status, or after 100,000
   *     fixes. Also if the {@link #accuracyMeters accuracy} is above 150 m and the status needs an
   *     arrival; then nothing has changed
   * @throws IllegalArgumentException if driving never leads to this status
   */
  public Driver driveUntil(LoadStatus status) {
    Objects.requireNonNull(status, "status");
    if (!STATUSES_IN_ORDER.contains(status)) {
      throw new IllegalArgumentException(
          "driver: driving never leads to status '"
              + status
              + "'; use one of "
              + STATUSES_IN_ORDER);
    }
    startDrive();
    boolean neverShows = status.equals(LoadStatus.AT_DELIVERY) && !awaitsBol();
    if (!status().equals(status) && neverShows) throw deliversOnArrival();
    BooleanSupplier reached = () -> hasReached(status);
    if (!reached.getAsBoolean() && nextStop() != null) requireUsableAccuracy();
    while (!reached.getAsBoolean()) {
      LoadView.Stop next = nextStop();
      Coordinates here = position;
      if (next == null) {
        waitForBol(status);
      } else if (here == null || !isAtOpenStop()) {
        drive(coordinatesOf(next), reached);
      } else if (!stayUntil(STAY_AT_STOP, reached) && !drive(coordinatesOf(next), reached)) {
        leaveSharedPlace(next, reached);
      }
    }
    return this;
  }

  /**
   * Drives from stop to stop in their order, with half an hour at each stop, to the stop with this
   * sequence, counted from 1.
   *
   * @throws IllegalStateException after 100,000 fixes. Also if there are stops before and the
   *     {@link #accuracyMeters accuracy} is above 150 m, so that no fix proves an arrival; then
   *     nothing has changed
   */
  public Driver driveUntilStop(int sequence) {
    LoadView.Stop target = load().view().stop(sequence);
    startDrive();
    LoadView.Stop next = nextStop();
    if (next != null && next.sequence() < sequence) requireUsableAccuracy();
    while (next != null && next.sequence() < sequence) {
      drive(coordinatesOf(next), () -> false);
      stayUntil(STAY_AT_STOP, () -> false);
      next = nextStop();
    }
    drive(coordinatesOf(target), () -> false);
    return this;
  }

  /** Sends one fix at this place with the current time. */
  public Driver ping(Coordinates place) {
    Objects.requireNonNull(place, "place");
    return ping(new Fix(clock.now(), place, accuracyMeters, null, null));
  }

  /** Sends one fix at this place with the current time. */
  public Driver ping(double lat, double lng) {
    return ping(new Coordinates(lat, lng));
  }

  /**
   * Sends this fix unchanged, with its own time. The clock does not move. If the fix is refused,
   * {@link Load#explain} has the reason.
   */
  public Driver ping(Fix fix) {
    Objects.requireNonNull(fix, "fix");
    service.pings().receive(load().ids().driverToken(), fix);
    position = fix.coordinates();
    return this;
  }

  /** The current status of the load. */
  public LoadStatus status() {
    return load().read(trip -> LoadStatus.of(trip.progress().status().name()));
  }

  private void startDrive() {
    BooleanSupplier condition = stopCondition;
    limit = new DriveLimit(loadNumber, () -> closed.getAsBoolean() || condition.getAsBoolean());
  }

  /** A drive from stop to stop continues only after an arrival. */
  private void requireUsableAccuracy() {
    if (FixQuality.of(accuracyMeters) != FixQuality.UNUSABLE) return;
    throw new IllegalStateException(
        "driver: accuracy "
            + accuracyMeters
            + " m; fixes over 150 m prove no arrival, so driving "
            + loadNumber
            + " does not change its status");
  }

  /** Moves the clock to the time of the next fix, unless the drive must end before it. */
  private void advanceToNextFix() {
    limit.admitFix(status().value());
    clock.advance(interval);
  }

  /** Drives to {@code place} or until a condition is true; returns whether it is. */
  private boolean drive(Coordinates place, BooleanSupplier until) {
    Coordinates from = position;
    if (from == null) {
      from = place.travel(SOUTH_WEST_DEGREES, FIRST_APPROACH_METERS);
      ping(from);
    }
    double miles = speedMph * interval.toMillis() / MILLIS_PER_HOUR;
    double metersPerFix = miles * Coordinates.METERS_PER_MILE;
    int fixes = Math.max(1, (int) Math.ceil(from.metersTo(place) / metersPerFix));
    for (int i = 1; i <= fixes && !until.getAsBoolean(); i++) {
      advanceToNextFix();
      Coordinates next = from.towards(place, (double) i / fixes);
      Coordinates here = from.towards(place, (double) (i - 1) / fixes);
      int heading = (int) Math.round(here.bearingTo(next)) % 360;
      ping(new Fix(clock.now(), next, accuracyMeters, speedMph, heading));
    }
    return until.getAsBoolean();
  }

  /**
   * Leaves the place of two stops, because both count as visited only after the departure.
   *
   * @param drivenTo the stop to which the truck has just driven
   */
  private void leaveSharedPlace(LoadView.Stop drivenTo, BooleanSupplier reached) {
    LoadView view = load().view();
    boolean hasArrived = view.stop(drivenTo.sequence()).arrivedAt() != null;
    if (hasArrived || drivenTo.sequence() == 1) return;
    LoadView.Stop here = view.stop(drivenTo.sequence() - 1);
    Double radius = here.radiusMeters();
    boolean isStillThere = here.arrivedAt() != null && here.departedAt() == null;
    if (radius == null || !isStillThere) return;
    drive(
        coordinatesOf(here).travel(SOUTH_WEST_DEGREES, 2 * radius + FIRST_APPROACH_METERS),
        reached);
  }

  private boolean stayUntil(Duration time, BooleanSupplier until) {
    Coordinates place = position;
    if (place == null) {
      throw new IllegalStateException("driver: no position yet; drive to a stop first");
    }
    Instant end = clock.now().plus(time);
    while (!clock.now().plus(interval).isAfter(end) && !until.getAsBoolean()) {
      advanceToNextFix();
      ping(new Fix(clock.now(), place, accuracyMeters, 0.0, null));
    }
    if (until.getAsBoolean()) return true;
    Duration rest = Duration.between(clock.now(), end);
    if (!rest.isNegative()) clock.advance(rest);
    return until.getAsBoolean();
  }

  /**
   * Whether the load has this status. A load has each status once, in the order of {@link
   * #STATUSES_IN_ORDER}.
   *
   * @throws IllegalStateException if the load is past this status
   */
  private boolean hasReached(LoadStatus wanted) {
    LoadStatus now = status();
    if (now.equals(wanted)) return true;
    int place = STATUSES_IN_ORDER.indexOf(now);
    boolean isCancelled = place < 0;
    if (isCancelled || place > STATUSES_IN_ORDER.indexOf(wanted)) throw unreachableStatus(wanted);
    return false;
  }

  private IllegalStateException deliversOnArrival() {
    IllegalStateException why = unreachableStatus(LoadStatus.AT_DELIVERY);
    boolean isCancelled = !STATUSES_IN_ORDER.contains(status());
    if (isCancelled || status().equals(LoadStatus.DELIVERED)) return why;
    return new IllegalStateException(
        why.getMessage()
            + ": it is delivered on arrival; to wait for the bill of lading, first call"
            + " load.deliveryCompletion(ON_BOL) or POST /__admin/loads/"
            + loadNumber
            + "/await-bol");
  }

  private IllegalStateException unreachableStatus(LoadStatus wanted) {
    return new IllegalStateException(
        "driver: " + loadNumber + " is " + status() + "; more driving cannot make it " + wanted);
  }

  private boolean awaitsBol() {
    return load().read(trip -> trip.progress().plan().awaitsBol());
  }

  private void waitForBol(LoadStatus wanted) {
    Instant due = load().read(trip -> trip.progress().bolDueAt());
    if (due == null || due.isBefore(clock.now())) throw unreachableStatus(wanted);
    clock.set(due);
  }

  private boolean isAtOpenStop() {
    return load().view().stops().stream()
        .anyMatch(stop -> stop.arrivedAt() != null && stop.departedAt() == null);
  }

  private LoadView.@Nullable Stop nextStop() {
    LoadView view = load().view();
    if (load().read(trip -> trip.progress().status().isTerminal())) return null;
    for (LoadView.Stop stop : view.stops()) {
      if (stop.arrivedAt() == null && !stop.missed()) return stop;
    }
    return null;
  }

  private Coordinates coordinatesOf(LoadView.Stop stop) {
    Double lat = stop.lat();
    Double lng = stop.lng();
    if (lat == null || lng == null) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "driver: stop %s of %s could not be located: %s, %s is unknown. %s",
              stop.sequence(),
              loadNumber,
              stop.city(),
              stop.state(),
              PlannedStop.LOCATION_REMEDY));
    }
    return new Coordinates(lat, lng);
  }

  private StoredLoad load() {
    return service.requireLoad(loadNumber);
  }
}
