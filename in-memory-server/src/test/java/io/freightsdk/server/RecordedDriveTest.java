package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.LoadTrip;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.LoadView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A drive from Kentucky to Tennessee as a phone recorded it, in more than 500 fixes. */
class RecordedDriveTest {
  private static final Path REAL =
      Path.of("../../shared/data/traces/i75_cincinnatiOH_seviervilleTN_trimmed_redated.csv");
  private static final Coordinates KNOXVILLE_37902 = new Coordinates(35.9625, -83.9208);
  private static final Coordinates WILLIAMSBURG_40769 = new Coordinates(36.7434, -84.1597);

  record Drive(String name, List<Fix> fixes) {
    Coordinates first() {
      return fixes.get(0).coordinates();
    }

    Coordinates last() {
      return fixes.get(fixes.size() - 1).coordinates();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The simulated drive, and the recorded drive if its file is next to the project. */
  static Stream<Drive> drives() {
    Stream<Drive> simulated = Stream.of(new Drive("simulated", new SimulatedPhone().fixes()));
    return Files.exists(REAL) ? Stream.concat(simulated, Stream.of(real())) : simulated;
  }

  /** Cincinnati OH to Sevierville TN: 580 fixes over 4.88 hours. */
  private static Drive real() {
    assumeThat(REAL).as("the recorded drive is not next to the project").exists();
    try (Stream<String> lines = Files.lines(REAL)) {
      return new Drive("real", lines.skip(1).map(RecordedDriveTest::fix).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fix fix(String line) {
    String[] columns = line.split(",", -1);
    return new Fix(
        Instant.parse(columns[0]),
        new Coordinates(Double.parseDouble(columns[1]), Double.parseDouble(columns[2])),
        columns[3].isEmpty() ? null : Double.valueOf(columns[3]),
        columns[4].isEmpty() ? null : Double.valueOf(columns[4]) * Fix.MPH_PER_METER_PER_SECOND,
        null);
  }

  /** The fixes that are at least 30 seconds after the previous kept fix, as in the rule. */
  private static List<Fix> throttled(List<Fix> fixes) {
    List<Fix> kept = new ArrayList<>();
    for (Fix fix : fixes) {
      boolean first = kept.isEmpty();
      Instant last = first ? Instant.MIN : kept.get(kept.size() - 1).time();
      if (first || Duration.between(last, fix.time()).toMillis() >= 30_000) kept.add(fix);
    }
    return kept;
  }

  /** The haversine formula over all fixes, with {@code atan2} instead of the server's formula. */
  private static double miles(List<Fix> fixes) {
    double miles = 0;
    for (int i = 1; i < fixes.size(); i++) {
      miles += miles(fixes.get(i - 1).coordinates(), fixes.get(i).coordinates());
    }
    return miles;
  }

  private static double miles(Coordinates a, Coordinates b) {
    double north = Math.toRadians(b.lat() - a.lat()) / 2;
    double east = Math.toRadians(b.lng() - a.lng()) / 2;
    double chord =
        Math.pow(Math.sin(north), 2)
            + Math.cos(Math.toRadians(a.lat()))
                * Math.cos(Math.toRadians(b.lat()))
                * Math.pow(Math.sin(east), 2);
    return 2 * 3_958.7613 * Math.atan2(Math.sqrt(chord), Math.sqrt(1 - chord));
  }

  static Stream<Arguments> drivesAndThrottles() {
    return drives()
        .flatMap(
            drive ->
                Stream.of(
                    arguments(drive, Duration.ZERO, drive.fixes()),
                    arguments(drive, Duration.ofSeconds(30), throttled(drive.fixes()))));
  }

  @ParameterizedTest(name = "{0} at {1}")
  @MethodSource("drivesAndThrottles")
  void driveRecordedInJanuaryIsReplayedInNovember(Drive drive, Duration throttle, List<Fix> kept) {
    try (Service service =
        Service.of(InMemoryFreightServer.builder().pingThrottle(throttle).frozenClock())) {
      String order = Orders.between(drive.first(), drive.last());
      String loadNumber = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
      String path =
          "/api/driver/" + service.server().load(loadNumber).view().driverToken() + "/ping";
      int accepted = 0;
      for (Fix fix : drive.fixes()) {
        service.server().clock().set(fix.time());
        Http.Reply reply =
            service
                .anyone()
                .post(
                    path,
                    String.format(
                        Locale.ROOT,
                        "{\"lat\":%s,\"lng\":%s,\"accuracy\":%s,\"timestamp\":\"%s\"}",
                        fix.coordinates().lat(),
                        fix.coordinates().lng(),
                        fix.accuracyMeters(),
                        fix.time()));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(200);
        if (reply.json().has("pingId")) accepted++;
      }
      Tree position = service.read(loadNumber).json();
      BigDecimal miles = BigDecimal.valueOf(miles(kept));
      Instant start = drive.fixes().get(0).time();
      Instant end = drive.fixes().get(drive.fixes().size() - 1).time();
      assertThat(drive.fixes()).hasSizeGreaterThan(500);
      assertThat(accepted).isEqualTo(kept.size());
      assertThat(position.integer("pingCount")).isEqualTo(kept.size());
      assertThat(position.number("distanceMiles")).isCloseTo(miles, within(new BigDecimal("0.05")));
      assertThat(position.text("status")).isEqualTo("DELIVERED");
      assertThat(position.size("gpsTrack")).isEqualTo(Math.min(kept.size(), 500));
      assertThat(position.instant("stops.0.arrivedAt")).isEqualTo(start);
      assertThat(position.instant("stops.0.departedAt"))
          .isBetween(start, start.plus(Duration.ofMinutes(10)));
      assertThat(position.instant("deliveredAt")).isBetween(end.minus(Duration.ofMinutes(20)), end);
    }
  }

  /** Compares with the results of two other programs. */
  @Test
  void figuresOfTheRecordedDriveMatchOtherPrograms() {
    List<Fix> fixes = real().fixes();
    List<Fix> kept = throttled(fixes);

    assertThat(fixes).hasSize(580);
    assertThat(miles(fixes)).isCloseTo(296.851, within(0.0005));
    assertThat(kept).hasSize(356);
    assertThat(miles(kept)).isCloseTo(294.213, within(0.0005));
  }

  @ParameterizedTest
  @MethodSource("drives")
  void drivingByOrGrazingALaterStopIsNoArrival(Drive drive) {
    Coordinates elsewhere = new Coordinates(38.25, -85.76);
    for (Coordinates later : List.of(KNOXVILLE_37902, WILLIAMSBURG_40769)) {
      LoadTrip trip = trip(drive.fixes(), PingRules.DEFAULT, drive.first(), elsewhere, later);

      assertThat(drive.fixes()).anyMatch(fix -> fix.coordinates().metersTo(later) <= 3_200);
      assertThat(trip.progress().status()).isEqualTo(Status.IN_TRANSIT);
      assertThat(trip.progress().stopVisits().get(1).isMissed()).isFalse();
      assertThat(trip.progress().stopVisits().get(2).isArrived()).isFalse();
    }
  }

  private static @Nullable Instant firstInside(LoadView.Stop stop, List<Fix> fixes) {
    Coordinates middle = new Coordinates(stop.lat(), stop.lng());
    return fixes.stream()
        .filter(fix -> fix.coordinates().metersTo(middle) <= stop.radiusMeters())
        .map(Fix::time)
        .findFirst()
        .orElse(null);
  }

  /** The first fix within 3.2 km of a stop that is known by its ZIP code, or of a parked truck. */
  private static @Nullable Instant arrival(LoadView.Stop stop, List<Fix> fixes) {
    Coordinates middle = new Coordinates(stop.lat(), stop.lng());
    Fix halt = fixes.get(0);
    for (Fix fix : fixes) {
      double drift = fix.accuracyMeters() == null ? 0 : fix.accuracyMeters();
      boolean isElsewhere = halt.coordinates().metersTo(fix.coordinates()) > 200 + drift;
      if (isElsewhere) halt = fix;
      boolean isParked = !fix.time().isBefore(halt.time().plus(Duration.ofMinutes(4)));
      boolean isInside = halt.coordinates().metersTo(middle) <= stop.radiusMeters();
      if (fix.coordinates().metersTo(middle) <= 3_200) return fix.time();
      if (isParked && isInside) return halt.time();
    }
    return null;
  }

  /** Knoxville lies on the way: eighteen minutes through the fence of its ZIP code. */
  @ParameterizedTest
  @MethodSource("drives")
  void drivingThroughALaterZipCodeDeliversNothing(Drive drive) {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"+13125550142",
         "pickups":[{"address":"1 Dock Rd","city":"Start","state":"KY","zip":"41094",
           "lat":%s,"lng":%s}],
         "deliveries":[
           {"address":"200 Parkway","city":"Sevierville","state":"TN","zip":"37862"},
           {"address":"1 Main St","city":"Knoxville","state":"TN","zip":"37902"}]}""",
            drive.first().lat(),
            drive.first().lng());
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String load = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
      service.server().addFixes(load, drive.fixes());

      LoadView view = service.server().load(load).view();
      assertThat(view.status()).isEqualTo(LoadStatus.IN_TRANSIT);
      assertThat(view.stops()).noneMatch(LoadView.Stop::missed);
      assertThat(view.stop(2).arrivedAt()).isEqualTo(arrival(view.stop(2), drive.fixes()));
      assertThat(firstInside(view.stop(3), drive.fixes())).isNotNull();
      assertThat(view.stop(3).arrivedAt()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("drives")
  void orderOfArrivalOfFixesDoesNotMatter(Drive drive) {
    PingRules unthrottled = PingRules.DEFAULT.withThrottle(Duration.ZERO);
    LoadTrip inOrder = trip(drive.fixes(), unthrottled, drive.first(), drive.last());
    List<Fix> mixed = new ArrayList<>(drive.fixes());
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(mixed, new Random(seed));
      LoadTrip trip = trip(mixed, unthrottled, drive.first(), drive.last());

      assertThat(trip.track().size()).isEqualTo(mixed.size());
      assertThat(trip.progress().visits()).isEqualTo(inOrder.progress().visits());
      assertThat(trip.track().distanceMiles()).isEqualTo(inOrder.track().distanceMiles());
    }
  }

  /** A trip over these stops, of which the first is the pickup, after these fixes. */
  private static LoadTrip trip(List<Fix> fixes, PingRules rules, Coordinates... places) {
    List<PlannedStop> stops = new ArrayList<>();
    for (Coordinates place : places) {
      StopType type = stops.isEmpty() ? StopType.PICKUP : StopType.DELIVERY;
      stops.add(new PlannedStop(stops.size() + 1, type, new Fence(place, 3_200), null, null));
    }
    LoadTrip trip = new LoadTrip(new TripPlan(stops, false));
    fixes.forEach(fix -> trip.offer(fix, rules));
    return trip;
  }

  /**
   * A phone in a truck on Interstate 75, similar to a real recording: fixes 1 to 30 seconds apart,
   * accuracies of 3 to 18 m with matching errors, half an hour of silence at a rest stop, one
   * minute through the edge of a fence and seven minutes in slow traffic through another. Each run
   * has the same fixes.
   */
  private static final class SimulatedPhone {
    private static final double METERS_PER_DEGREE = 111_195;
    private static final double FAST = 31;
    private static final double SLOW = 14;
    private static final double SLOW_WITHIN_METERS = 3_500;
    private static final Coordinates TRAFFIC = new Coordinates(35.9430, -83.9380);
    private static final Coordinates REST_STOP = new Coordinates(36.9700, -84.1150);
    private static final long REST_MILLIS = 32 * 60_000;

    private static final List<Coordinates> ROAD =
        List.of(
            new Coordinates(39.0105, -84.6300),
            new Coordinates(38.2300, -84.5500),
            new Coordinates(38.0600, -84.4000),
            new Coordinates(37.7500, -84.3300),
            new Coordinates(37.1200, -84.1000),
            REST_STOP,
            // Three kilometres east of the middle of Williamsburg, 40769.
            new Coordinates(36.8000, -84.1260),
            new Coordinates(36.6900, -84.1260),
            new Coordinates(36.3000, -84.2200),
            new Coordinates(36.0200, -84.0200),
            TRAFFIC,
            new Coordinates(35.9300, -83.8000),
            new Coordinates(35.8680, -83.5600));

    private final Random random = new Random(75);
    private final List<Fix> fixes = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-05T14:00:00Z");

    List<Fix> fixes() {
      Coordinates at = ROAD.get(0);
      fix(at, 0);
      for (Coordinates next : ROAD.subList(1, ROAD.size())) {
        while (at.metersTo(next) > 0) at = drive(at, next);
        if (next.equals(REST_STOP)) now = now.plusMillis(REST_MILLIS);
      }
      return List.copyOf(fixes);
    }

    /** Drives on until the next fix, or until the road turns. */
    private Coordinates drive(Coordinates from, Coordinates to) {
      double speed = from.metersTo(TRAFFIC) < SLOW_WITHIN_METERS ? SLOW : FAST;
      double seconds = random.nextInt(10) < 6 ? 30 : 1 + random.nextInt(15);
      double left = from.metersTo(to);
      double part = Math.min(1, speed * seconds / left);
      Coordinates at =
          new Coordinates(
              from.lat() + part * (to.lat() - from.lat()),
              from.lng() + part * (to.lng() - from.lng()));
      now = now.plusMillis(Math.round(1_000 * part * left / speed));
      fix(at, speed + random.nextGaussian());
      return part == 1 ? to : at;
    }

    private void fix(Coordinates truth, double speed) {
      double accuracy = 3 + 15 * Math.pow(random.nextDouble(), 2);
      double north = random.nextGaussian() * accuracy / 3 / METERS_PER_DEGREE;
      double east = random.nextGaussian() * accuracy / 3 / METERS_PER_DEGREE;
      fixes.add(
          new Fix(
              now.truncatedTo(ChronoUnit.MILLIS),
              new Coordinates(truth.lat() + north, truth.lng() + east),
              accuracy,
              speed * Fix.MPH_PER_METER_PER_SECOND,
              null));
    }
  }
}
