package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random trips compared with an oracle that applies the published facts to all fixes at each step.
 * The trips have nights at home, wrong turns, drives through later fences, skipped stops, and
 * phones that are silent, inaccurate or jump.
 */
class RandomTripsTest {
  private static final int TRIPS_OF_A_SEED = 100;

  /** The times of one stop as the API reports them. */
  private record Times(@Nullable Instant arrivedAt, @Nullable Instant departedAt) {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 30);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void randomTripsAgreeWithTheOracle(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < TRIPS_OF_A_SEED; i++) {
      Drive drive = new Drive(random);
      LoadTrip trip = TripSamples.drive(drive.plan, drive.fixes);
      List<Times> times =
          trip.progress().stopVisits().stream()
              .map(stop -> new Times(stop.arrivedAt(), stop.departedAt()))
              .toList();

      assertThat(times)
          .as("trip %s of seed %s with %s", i, seed, drive.plan)
          .isEqualTo(new Oracle(drive.plan, trip.track().latestFixes(10_000)).judge());
    }
  }

  /** Stops at least 25 km apart, so that no place is in two fences. */
  private static final class Drive {
    private final Random random;
    private final TripPlan plan;
    private final List<Fix> fixes = new ArrayList<>();
    private final double coarse;
    private Instant time = TripSamples.START;
    private Coordinates at;

    Drive(Random random) {
      this.random = random;
      this.coarse = random.nextInt(3) == 0 ? 0.5 : 0.1;
      List<Coordinates> places = places();
      this.plan = plan(places);
      this.at = places.get(0).travel(random.nextInt(360), 15_000);
      if (random.nextInt(4) == 0) {
        int later = 1 + random.nextInt(places.size() - 1);
        at = places.get(later).travel(random.nextInt(360), random.nextInt(3_000));
        stay(30 + random.nextInt(600));
      }
      for (int i = 0; i < places.size(); i++) {
        if (i > 0 && random.nextInt(6) == 0) continue;
        if (random.nextInt(5) == 0) wrongTurn(places);
        driveTo(places.get(i).travel(random.nextInt(360), random.nextInt(60)));
        stay(2 + random.nextInt(60));
        if (random.nextInt(8) == 0) shunt();
      }
      driveTo(at.travel(random.nextInt(360), 20_000));
      sleepAndNoise();
    }

    private List<Coordinates> places() {
      List<Coordinates> places = new ArrayList<>(List.of(TripSamples.stopAt(1)));
      int count = 2 + random.nextInt(4);
      while (places.size() < count) {
        Coordinates last = places.get(places.size() - 1);
        Coordinates next = last.travel(random.nextInt(360), 25_000 + random.nextInt(40_000));
        if (places.stream().allMatch(place -> place.metersTo(next) > 25_000)) places.add(next);
      }
      return places;
    }

    private TripPlan plan(List<Coordinates> places) {
      double radius = List.of(300.0, 1_000.0, 3_200.0, 8_000.0).get(random.nextInt(4));
      List<PlannedStop> stops = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        StopType type = i == 0 ? StopType.PICKUP : StopType.DELIVERY;
        stops.add(new PlannedStop(i + 1, type, new Fence(places.get(i), radius), null, null));
      }
      return new TripPlan(stops, TripSamples.ON_BOL);
    }

    /** To a later stop, through it or for a short halt. */
    private void wrongTurn(List<Coordinates> places) {
      driveTo(places.get(random.nextInt(places.size())));
      if (random.nextBoolean()) stay(random.nextInt(9));
    }

    /** Into the ring around a fence where nothing changes, for a while. */
    private void shunt() {
      Fence fence = plan.stops().get(0).fence();
      double ring = (fence.radiusMeters() + fence.exitRadiusMeters()) / 2;
      driveTo(at.travel(random.nextInt(360), ring));
      stay(random.nextInt(90));
    }

    private void driveTo(Coordinates place) {
      double seconds = at.metersTo(place) / (12 + random.nextInt(18));
      for (double done = 0; done < seconds; done += 60) {
        send(time.plusMillis((long) (done * 1_000)), at.towards(place, done / seconds));
      }
      time = time.plusMillis((long) (seconds * 1_000)).plusSeconds(60);
      at = place;
    }

    private void stay(int minutes) {
      for (int i = 0; i < minutes; i++, time = time.plusSeconds(60)) send(time, at);
    }

    private void send(Instant when, Coordinates place) {
      Double accuracy = random.nextDouble() < coarse ? 80.0 : 10.0;
      if (random.nextInt(40) == 0) accuracy = null;
      if (random.nextInt(40) == 0) accuracy = 400.0;
      Coordinates seen = place.travel(random.nextInt(360), 8 * random.nextDouble());
      fixes.add(new Fix(when, seen, accuracy, null, null));
    }

    private void sleepAndNoise() {
      for (int gap = random.nextInt(3); gap > 0; gap--) {
        Instant from = fixes.get(random.nextInt(fixes.size())).time();
        Instant to = from.plusSeconds(60L * (5 + random.nextInt(90)));
        fixes.removeIf(fix -> !fix.time().isBefore(from) && fix.time().isBefore(to));
        if (fixes.isEmpty()) return;
      }
      for (int outlier = random.nextInt(4); outlier > 0; outlier--) {
        int i = random.nextInt(fixes.size());
        Fix fix = fixes.get(i);
        Coordinates off =
            fix.coordinates().travel(random.nextInt(360), 500 + random.nextInt(3_000));
        fixes.set(i, new Fix(fix.time(), off, 30.0, null, null));
      }
    }
  }

  /** Looks back from each fix, and stores only the completed stops. */
  private static final class Oracle {
    private static final Duration FOUR_MINUTES = Duration.ofMinutes(4);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private final List<PlannedStop> stops;
    private final List<Fix> fixes;
    private final List<Times> done = new ArrayList<>();
    private @Nullable Instant arrivedAt;
    private Instant leftAt = Instant.MIN;

    /** The first fix that counts for the open stop's arrival. */
    private int from;

    /** For each fix the first of its halt, which begins 200 m from the beginning of the last. */
    private final int[] haltStarts;

    Oracle(TripPlan plan, List<Fix> all) {
      stops = plan.stops();
      fixes =
          all.stream()
              .filter(fix -> fix.accuracyMeters() == null || fix.accuracyMeters() <= 150)
              .toList();
      haltStarts = new int[fixes.size()];
      for (int i = 1; i < fixes.size(); i++) {
        Double accuracy = fixes.get(i).accuracyMeters();
        double within = 200 + (accuracy == null ? 0 : accuracy);
        boolean isElsewhere = metersBetween(haltStarts[i - 1], i) > within;
        haltStarts[i] = isElsewhere ? i : haltStarts[i - 1];
      }
    }

    List<Times> judge() {
      for (int now = 0; now < fixes.size() && done.size() < stops.size(); now++) {
        boolean sleptUntilNow = now > 0 && haltStarts[now] == now && wasSlow(now);
        if (sleptUntilNow) park(haltStarts[now - 1], now - 1);
        if (arrivedAt == null) arrive(now);
        else depart(now);
        if (isParked(now)) park(haltStarts[now], now);
      }
      List<Times> all = new ArrayList<>(done);
      if (arrivedAt != null) all.add(new Times(arrivedAt, null));
      all.addAll(Collections.nCopies(stops.size() - all.size(), new Times(null, null)));
      return all;
    }

    private boolean isInside(int stop, int fix) {
      return stop < stops.size() && meters(stop, fix) <= fence(stop).radiusMeters();
    }

    private boolean isOutside(int stop, int fix) {
      return meters(stop, fix) > fence(stop).exitRadiusMeters();
    }

    private Fence fence(int stop) {
      return stops.get(stop).fence();
    }

    private double meters(int stop, int fix) {
      return fence(stop).center().metersTo(fixes.get(fix).coordinates());
    }

    private boolean isSharp(int fix) {
      Double accuracy = fixes.get(fix).accuracyMeters();
      return accuracy != null && accuracy <= 50;
    }

    private Instant at(int fix) {
      return fixes.get(fix).time();
    }

    /** One sharp fix inside, or two with none outside between them. */
    private void arrive(int now) {
      int open = done.size();
      if (!isInside(open, now)) return;
      int first = now;
      int inside = 0;
      for (int i = now; i >= from && !isOutside(open, i) && !standsInTheRing(open, i); i--) {
        if (!isInside(open, i)) continue;
        first = i;
        inside++;
      }
      if (isSharp(now) || inside >= 2) arriveAt(at(first), now);
    }

    private void arriveAt(Instant time, int now) {
      Instant left = done.isEmpty() ? time : leftAt;
      arrivedAt = time.isBefore(left) ? left : time;
      from = now + 1;
    }

    /** Two fixes outside with none inside between them, a minute after the arrival. */
    private void depart(int now) {
      int open = done.size();
      if (!isOutside(open, now) || at(now).isBefore(arrivedAt.plusSeconds(60))) return;
      int first = now;
      int outside = 0;
      for (int i = now; i >= from && !isInside(open, i) && !standsInTheRing(open, i); i--) {
        if (!isOutside(open, i)) continue;
        first = i;
        outside++;
      }
      if (outside < 2) return;
      done.add(new Times(arrivedAt, at(first)));
      arrivedAt = null;
      from = first;
      leftAt = at(first);
      for (int i = first; i <= now && done.size() < stops.size() && arrivedAt == null; i++) {
        arrive(i);
      }
      if (arrivedAt != null) from = now + 1;
    }

    private boolean standsInTheRing(int stop, int now) {
      return !isInside(stop, now) && !isOutside(stop, now) && isParked(now);
    }

    private boolean isParked(int now) {
      return !at(now).isBefore(at(haltStarts[now]).plus(FOUR_MINUTES));
    }

    /** Whether the truck made less than 12 mph until this fix, in a silence of five minutes. */
    private boolean wasSlow(int now) {
      double seconds = Duration.between(at(now - 1), at(now)).toMillis() / 1_000.0;
      return seconds > FIVE_MINUTES.toSeconds()
          && metersBetween(haltStarts[now - 1], now) / seconds <= 1_600.0 / 300;
    }

    private double metersBetween(int fix, int other) {
      return fixes.get(fix).coordinates().metersTo(fixes.get(other).coordinates());
    }

    /** A truck that parks is at the open stop, or at a later one if it is loaded. */
    private void park(int first, int now) {
      int open = done.size();
      if (arrivedAt != null || open == stops.size()) return;
      if (isInside(open, first)) arriveAt(at(first), now);
      if (arrivedAt != null || open == 0) return;
      int ahead = open + 1;
      while (ahead < stops.size() && !isInside(ahead, first)) ahead++;
      if (ahead >= stops.size()) return;
      while (done.size() < ahead) done.add(new Times(null, null));
      arriveAt(at(first), now);
    }
  }
}
