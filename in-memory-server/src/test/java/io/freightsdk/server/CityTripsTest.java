package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.LoadView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random trips through a city, sent to the ping endpoint fix by fix, and compared with an oracle of
 * the published facts. The first inside fix is the arrival. The first of two outside fixes, at
 * least a minute after the arrival, is the departure.
 */
class CityTripsTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Coordinates MIDDLE = new Coordinates(39.1031, -84.5120);
  private static final double METERS_PER_SECOND = 13;

  private record Trip(List<Coordinates> stops, List<Fix> fixes, List<Instant[]> stays) {}

  /**
   * A trip with stops 210 m to 9 km apart, stays of 4 to 25 minutes, and a fix every 31 to 60 s
   * with an error of a few meters.
   */
  private static Trip trip(Random random) {
    List<Coordinates> stops = new ArrayList<>();
    int count = 2 + random.nextInt(3);
    while (stops.size() < count) {
      double meters = 210 + Math.pow(random.nextDouble(), 2) * 8_000;
      Coordinates near = stops.isEmpty() ? MIDDLE : stops.get(stops.size() - 1);
      Coordinates next = near.travel(random.nextInt(360), meters);
      if (stops.stream().allMatch(other -> other.metersTo(next) >= 210)) stops.add(next);
    }
    List<Fix> fixes = new ArrayList<>();
    List<Instant[]> stays = new ArrayList<>();
    Instant time = START;
    Coordinates place = stops.get(0).travel(random.nextInt(360), 12_000);
    for (Coordinates stop : stops) {
      double seconds = place.metersTo(stop) / METERS_PER_SECOND;
      for (double done = 0; done < seconds; done += 31 + random.nextInt(30)) {
        Instant at = time.plusMillis((long) (done * 1_000));
        fixes.add(fix(at, place.towards(stop, done / seconds), random));
      }
      Instant arrived = time.plusMillis((long) (seconds * 1_000)).plusSeconds(31);
      time = arrived;
      Instant end = time.plusSeconds(60L * (4 + random.nextInt(22)));
      for (; time.isBefore(end); time = time.plusSeconds(31 + random.nextInt(30))) {
        fixes.add(fix(time, stop, random));
      }
      stays.add(new Instant[] {arrived, time});
      place = stop;
    }
    Coordinates away = place.travel(random.nextInt(360), 12_000);
    for (int i = 0; i < 20; i++) {
      fixes.add(fix(time.plusSeconds(46L * i), place.towards(away, i / 20.0), random));
    }
    return new Trip(stops, fixes, stays);
  }

  private static Fix fix(Instant time, Coordinates at, Random random) {
    Coordinates seen = at.travel(random.nextInt(360), 5 * random.nextDouble());
    return new Fix(time, seen, 10.0, null, null);
  }

  /** Sends the trip fix by fix at its own times and returns the load as it then is. */
  private static LoadView drive(Service service, Trip trip, double radius) {
    Coordinates[] deliveries = trip.stops.subList(1, trip.stops.size()).toArray(Coordinates[]::new);
    String order = Orders.between(trip.stops.get(0), deliveries);
    String load = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    for (int i = 1; radius > 0 && i <= trip.stops.size(); i++) {
      service.server().load(load).fenceRadius(i, radius);
    }
    String path = "/api/driver/" + service.server().load(load).view().driverToken() + "/ping";
    Http phone = service.anyone();
    for (Fix fix : trip.fixes) {
      service.server().clock().set(fix.time());
      String ping =
          String.format(
              Locale.ROOT,
              """
          {"lat":%s,"lng":%s,"accuracy":10,"timestamp":"%s"}""",
              fix.coordinates().lat(),
              fix.coordinates().lng(),
              fix.time());
      int status = phone.post(path, ping).status();
      assertThat(status).isIn(200, 409);
      if (status == 409) break;
    }
    return service.server().load(load).view();
  }

  /** The largest radius at which a truck inside one fence is outside every other. */
  private static double clearRadius(List<Coordinates> stops) {
    double apart = Double.MAX_VALUE;
    for (int i = 0; i < stops.size(); i++) {
      for (int j = 0; j < i; j++) apart = Math.min(apart, stops.get(i).metersTo(stops.get(j)));
    }
    double small = (apart - 100) / 2;
    return Math.min(3_200, small <= 300 ? small : apart / 2.33);
  }

  private static List<Instant[]> oracle(Trip trip, double radius) {
    double exit = radius + Math.max(100, 0.33 * radius);
    List<Instant[]> visits = new ArrayList<>();
    int next = 0;
    while (visits.size() < trip.stops.size()) {
      Coordinates stop = trip.stops.get(visits.size());
      while (next < trip.fixes.size() && trip.fixes.get(next).coordinates().metersTo(stop) > radius)
        next++;
      if (next == trip.fixes.size()) break;
      Instant arrived = trip.fixes.get(next).time();
      Instant left = null;
      int outside = 0;
      for (int i = next + 1; i < trip.fixes.size() && outside < 2; i++) {
        Fix fix = trip.fixes.get(i);
        double meters = fix.coordinates().metersTo(stop);
        if (meters <= radius) outside = 0;
        if (meters <= radius) left = null;
        if (meters <= exit) continue;
        if (outside++ == 0) left = fix.time();
        boolean tooSoon = outside >= 2 && fix.time().isBefore(arrived.plusSeconds(60));
        if (tooSoon) outside = 1;
      }
      visits.add(new Instant[] {arrived, outside < 2 ? null : left});
      if (outside < 2) break;
      Instant from = left;
      while (trip.fixes.get(next).time().isBefore(from)) next++;
    }
    return visits;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void everyInOrderTripAgreesWithTheOracleToTheMillisecond(long seed) {
    Trip trip = trip(new Random(seed));
    double radius = clearRadius(trip.stops);
    try (Service service =
        Service.of(InMemoryFreightServer.builder().clockStart(START).frozenClock())) {
      LoadView load = drive(service, trip, radius);
      List<Instant[]> expected = oracle(trip, radius);
      for (int i = 0; i < trip.stops.size(); i++) {
        LoadView.Stop stop = load.stop(i + 1);
        assertThat(new Instant[] {stop.arrivedAt(), stop.departedAt()})
            .as("stop %s of %s with fences of %s m", i + 1, seed, radius)
            .isEqualTo(i < expected.size() ? expected.get(i) : new Instant[2]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30})
  void overlappingDefaultFencesDeliverEveryTripWithinItsRealStays(long seed) {
    Trip trip = trip(new Random(seed));
    try (Service service =
        Service.of(InMemoryFreightServer.builder().clockStart(START).frozenClock())) {
      LoadView load = drive(service, trip, 0);
      assertThat(load.status()).isEqualTo(LoadStatus.DELIVERED);
      assertThat(load.stops()).noneMatch(LoadView.Stop::missed);
      for (int i = 0; i < trip.stops.size(); i++) {
        LoadView.Stop stop = load.stop(i + 1);
        assertThat(stop.arrivedAt()).isBeforeOrEqualTo(trip.stays.get(i)[1]);
        boolean isLast = i == trip.stops.size() - 1;
        if (!isLast) assertThat(stop.departedAt()).isAfterOrEqualTo(trip.stays.get(i)[0]);
      }
    }
  }
}
