package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The usual backhaul: the load is booked in the afternoon, the driver sleeps at home near the
 * consignee with the page closed, and drives to the pickup in the morning. A page that is closed
 * sends nothing, and that proves nothing.
 */
class NightAtHomeTest {
  private static final Coordinates MIDDLE = new Coordinates(39.1031, -84.5120);
  private static final double METERS_PER_DEGREE = 111_194.926;
  private static final double FAR_METERS = 12_000;

  private record Night(TripPlan plan, List<Fix> fixes, Instant atPickup, Instant leavesPickup) {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsPublishedBeforeTheTruckIsSeenAtItsPickup(long seed) {
    Night night = night(new Random(seed));
    LoadTrip trip = new LoadTrip(night.plan());
    for (Fix fix : night.fixes()) {
      trip.offer(fix, TripSamples.ANY_TIME);
      boolean isSeenAtPickup = trip.progress().visits().firstStop().isArrived();
      if (!isSeenAtPickup) assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);
    }

    assertThat(trip.progress().visits().firstStop().arrivedAt())
        .isBetween(night.atPickup().minus(Duration.ofMinutes(10)), night.leavesPickup());
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  /** Random nights and gaps: compares the rules with whether any fix was near the pickup. */
  @Test
  void loadNotSeenAtItsPickupIsNeverDelivered() {
    int delivered = 0;
    for (long seed = 1; seed <= 2_000; seed++) {
      Random random = new Random(seed);
      Night night = night(random);
      LoadTrip trip = new LoadTrip(night.plan());
      Fence pickup = night.plan().stops().get(0).fence();
      boolean isNear = false;
      for (Fix fix : withGaps(night.fixes(), random)) {
        trip.offer(fix, TripSamples.ANY_TIME);
        double reach = pickup.radiusMeters() + fix.accuracyMeters();
        isNear |= fix.coordinates().metersTo(pickup.center()) <= reach;
        if (!isNear) {
          assertThat(trip.progress().status()).as("trip %s", seed).isEqualTo(Status.PLANNED);
        }
      }
      boolean isSeen = trip.progress().visits().firstStop().isArrived();
      boolean isDelivered = trip.progress().status() == Status.DELIVERED;
      if (isDelivered) assertThat(isSeen).as("trip %s is seen at its pickup", seed).isTrue();
      if (isDelivered) delivered++;
    }
    assertThat(delivered).as("most end by themselves").isBetween(1_500, 2_000);
  }

  /** Up to three gaps of 6 to 90 minutes. */
  private static List<Fix> withGaps(List<Fix> fixes, Random random) {
    List<Fix> left = new ArrayList<>(fixes);
    for (int gap = random.nextInt(4); gap > 0; gap--) {
      Instant from = fixes.get(random.nextInt(fixes.size())).time();
      Instant to = from.plusSeconds(60L * (6 + random.nextInt(85)));
      left.removeIf(fix -> !fix.time().isBefore(from) && fix.time().isBefore(to));
    }
    return left;
  }

  private static Night night(Random random) {
    List<Coordinates> stops = stops(random);
    Coordinates last = stops.get(stops.size() - 1);
    Coordinates home = last.travel(random.nextInt(360), 200 + random.nextInt(2_600));
    List<Fix> fixes = new ArrayList<>();
    Instant time = TripSamples.START;
    int minutesAtHome = 620 + random.nextInt(41);
    for (int minute = 0; minute < minutesAtHome; minute++) {
      boolean isPageOpen = minute < 26 || minute >= minutesAtHome - 20;
      if (isPageOpen) fixes.add(fix(time, home, random));
      time = time.plusSeconds(60);
    }
    Instant atPickup = time;
    Instant leavesPickup = time;
    Coordinates place = home;
    for (int i = 0; i < stops.size(); i++) {
      time = drive(fixes, time, place, stops.get(i), random);
      if (i == 0) atPickup = time;
      Instant leaves = time.plusSeconds(60L * (8 + random.nextInt(63)));
      for (; time.isBefore(leaves); time = time.plusSeconds(60)) {
        fixes.add(fix(time, stops.get(i), random));
      }
      if (i == 0) leavesPickup = time;
      place = stops.get(i);
    }
    return new Night(plan(stops), fixes, atPickup, leavesPickup);
  }

  /** Two to four stops, each 150 m to 60 km from the one before, the last far from the first. */
  private static List<Coordinates> stops(Random random) {
    int count = 2 + random.nextInt(3);
    List<Coordinates> stops = new ArrayList<>();
    Coordinates place = MIDDLE;
    while (stops.size() < count) {
      stops.add(place);
      place = place.travel(random.nextInt(360), 150 + random.nextInt(59_850));
    }
    Coordinates last = stops.get(count - 1);
    return last.metersTo(stops.get(0)) > FAR_METERS ? stops : stops(random);
  }

  private static TripPlan plan(List<Coordinates> stops) {
    List<PlannedStop> planned = new ArrayList<>();
    for (int i = 0; i < stops.size(); i++) {
      StopType type = i == 0 ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(stops.get(i), Fence.DEFAULT_RADIUS_METERS);
      planned.add(new PlannedStop(i + 1, type, fence, null, null));
    }
    return new TripPlan(planned, TripSamples.ON_ARRIVAL);
  }

  /** A bent road: halfway, its distance from the straight line is up to a fifth of its length. */
  private static Instant drive(
      List<Fix> fixes, Instant begin, Coordinates from, Coordinates to, Random random) {
    double meters = from.metersTo(to);
    double seconds = meters / (9 + 17 * random.nextDouble());
    double bend = (random.nextDouble() - 0.5) * 0.4 * meters / METERS_PER_DEGREE;
    Instant time = begin;
    for (double done = 60; done < seconds; done += 60) {
      time = begin.plusMillis(Math.round(done * 1_000));
      double share = done / seconds;
      Coordinates straight = from.towards(to, share);
      double aside = bend * Math.sin(Math.PI * share);
      fixes.add(fix(time, new Coordinates(straight.lat() + aside, straight.lng()), random));
    }
    return time.plusSeconds(60);
  }

  private static Fix fix(Instant time, Coordinates at, Random random) {
    double accuracy = 5 + 30 * random.nextDouble();
    Coordinates seen = at.travel(random.nextInt(360), accuracy * random.nextDouble());
    return new Fix(time, seen, accuracy, null, null);
  }
}
