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
      Trip trip = TripSamples.drive(drive.plan, drive.fixes);
      List<Times> told =
          trip.progress().stopVisits().stream()
              .map(stop -> new Times(stop.arrivedAt(), stop.departedAt()))
              .toList();

      assertThat(told)
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
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private final List<PlannedStop> stops;
    private final List<Fix> fixes;
    private final List<Times> done = new ArrayList<>();
    private final List<Boolean> isAtOpen = new ArrayList<>();
    private @Nullable Instant arrivedAt;

    /** The first fix that counts for the open stop's arrival, and for a stand. */
    private int from;

    private int standsFrom;

    /** No stop ahead was reached before this time, nor with a fix before this one. */
    private Instant leftAt = Instant.MIN;

    private int aheadFrom;

    Oracle(TripPlan plan, List<Fix> all) {
      stops = plan.stops();
      fixes =
          all.stream()
              .filter(fix -> fix.accuracyMeters() == null || fix.accuracyMeters() <= 150)
              .toList();
    }

    List<Times> judge() {
      for (int now = 0; now < fixes.size() && done.size() < stops.size(); now++) {
        isAtOpen.add(arrivedAt != null && isInside(done.size(), now));
        boolean changed = arrivedAt == null ? arrive(now) : depart(now);
        if (isInside(done.size(), now)) aheadFrom = now + 1;
        if (!changed && done.size() < stops.size() && !isInside(done.size(), now)) skip(now);
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
    private boolean arrive(int now) {
      int open = done.size();
      if (isOutside(open, now)) return false;
      int first = now;
      int inside = 0;
      boolean sharp = false;
      for (int i = now; i >= from && !isOutside(open, i) && !standsInTheRing(open, i); i--) {
        if (!isInside(open, i)) continue;
        first = i;
        inside++;
        sharp |= isSharp(i);
      }
      if (!sharp && inside < 2) return false;
      arriveAt(at(first), now);
      return true;
    }

    private void arriveAt(Instant time, int now) {
      arrivedAt = time;
      standsFrom = now + 1;
      aheadFrom = now + 1;
      from = now + 1;
      leftAt = Instant.MIN;
    }

    /** Two fixes outside with none inside between them, a minute after the arrival. */
    private boolean depart(int now) {
      int open = done.size();
      if (!isOutside(open, now) || at(now).isBefore(arrivedAt.plusSeconds(60))) return false;
      int first = now;
      int outside = 0;
      for (int i = now; i >= from && !isInside(open, i) && !standsInTheRing(open, i); i--) {
        if (!isOutside(open, i)) continue;
        first = i;
        outside++;
      }
      if (outside < 2) return false;
      done.add(new Times(arrivedAt, at(first)));
      arrivedAt = null;
      from = first;
      leftAt = at(first);
      if (done.size() < stops.size()) arrive(now);
      return true;
    }

    /** Whether the truck has stood for five minutes between the two circles of a stop. */
    private boolean standsInTheRing(int stop, int now) {
      if (now < standsFrom) return false;
      boolean isInTheRing = !isInside(stop, now) && !isOutside(stop, now);
      return isInTheRing && !at(now).isBefore(at(standsSince(now)).plus(FIVE_MINUTES));
    }

    /**
     * The first fix of the stand. A stand begins with a fix 200 m from the beginning of the last
     * stand, or 1,600 m after a silence of five minutes.
     */
    private int standsSince(int now) {
      int first = standsFrom;
      Coordinates place = fixes.get(first).coordinates();
      for (int i = standsFrom; i <= now; i++) {
        Double accuracy = fixes.get(i).accuracyMeters();
        boolean wasSilent = i > first && at(i).isAfter(at(i - 1).plus(FIVE_MINUTES));
        double within = (wasSilent ? 1_600 : 200) + (accuracy == null ? 0 : accuracy);
        boolean moved = place.metersTo(fixes.get(i).coordinates()) > within;
        boolean isOther = moved || isAtOpen.get(first) != isAtOpen.get(i);
        if (isOther) first = i;
        if (isOther || wasSilent) place = fixes.get(i).coordinates();
      }
      return first;
    }

    /**
     * A stand of five minutes at a later stop, by two sharp fixes there or five in a wide fence.
     */
    private void skip(int now) {
      boolean isLoaded = !done.isEmpty() || arrivedAt != null;
      int open = done.size();
      int ahead = open + 1;
      while (ahead < stops.size() && !isInside(ahead, now)) ahead++;
      if (!isLoaded || ahead >= stops.size()) return;
      int first = now;
      int inside = 0;
      int sharp = 0;
      for (int i = now; i >= aheadFrom && !isOutside(ahead, i) && !standsInTheRing(ahead, i); i--) {
        if (!isInside(ahead, i)) continue;
        first = i;
        inside++;
        if (isSharp(i)) sharp++;
      }
      Instant stands = at(standsSince(now));
      Instant there = at(first).isBefore(leftAt) ? leftAt : at(first);
      Instant since = stands.isBefore(there) ? there : stands;
      boolean isSeen =
          (isSharp(now) && sharp >= 2) || (inside >= 5 && fence(ahead).radiusMeters() >= 1_500);
      if (!isSeen || at(now).isBefore(since.plus(FIVE_MINUTES))) return;
      while (done.size() < ahead) {
        done.add(new Times(arrivedAt, arrivedAt == null ? null : there));
        arrivedAt = null;
      }
      arriveAt(there, now);
    }
  }
}
