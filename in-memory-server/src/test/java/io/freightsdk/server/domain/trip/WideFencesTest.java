package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A delivery that is located by its ZIP code: its dock is somewhere in a fence of 8 km, which may
 * contain an interstate.
 */
class WideFencesTest {
  private static final double RADIUS_METERS = 8_000;
  private static final Coordinates TOWN = stopAt(2);
  private static final List<Fix> PICKED_UP =
      List.of(
          sharp(-300, stopAt(1)),
          sharp(-280, TripSamples.after(1)),
          sharp(-279, TripSamples.after(1)));

  /** Loaded at the first stop; the second has this fence. */
  private static LoadTrip loaded(Fence fence) {
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    Fence pickup = new Fence(stopAt(1), Fence.DEFAULT_RADIUS_METERS);
    LoadTrip trip =
        new LoadTrip(
            new TripPlan(
                List.of(
                    new PlannedStop(1, StopType.PICKUP, pickup, null, null),
                    new PlannedStop(2, StopType.DELIVERY, fence, null, null, zip)),
                TripSamples.ON_ARRIVAL));
    send(trip, PICKED_UP);
    return trip;
  }

  private static LoadTrip loaded() {
    return loaded(new Fence(TOWN, RADIUS_METERS, true));
  }

  private static Status send(LoadTrip trip, List<Fix> fixes) {
    fixes.forEach(fix -> trip.offer(fix, TripSamples.ANY_TIME));
    return trip.progress().status();
  }

  /** From west to east, so many metres north of the middle of the town. */
  private static List<Fix> drivesBy(double metersNorth, double mph, int seconds) {
    List<Fix> fixes = new ArrayList<>();
    double metersPerFix = mph * Coordinates.METERS_PER_MILE * seconds / 3_600;
    double minute = 0;
    for (double meters = -20_000; meters <= 20_000; meters += metersPerFix) {
      fixes.add(sharp(minute, TOWN.travel(0, metersNorth).travel(90, meters)));
      minute += seconds / 60.0;
    }
    return fixes;
  }

  @ParameterizedTest(name = "a fix every {0} s")
  @ValueSource(ints = {10, 30, 45, 60, 61, 180, 300, 600})
  void drivingThroughATownIsNoArrivalAtAnySpeed(int seconds) {
    for (double mph = 30; mph <= 85; mph += 5) {
      for (double meters = 3_400; meters <= 7_800; meters += 550) {
        assertThat(send(loaded(), drivesBy(meters, mph, seconds)))
            .as("%s mph at %s m", mph, meters)
            .isEqualTo(Status.IN_TRANSIT);
      }
    }
  }

  @Test
  void within3200MetersOfThePlaceAnySpeedIsAnArrival() {
    assertThat(send(loaded(), drivesBy(2_900, 70, 30))).isEqualTo(Status.DELIVERED);
  }

  @Test
  void exactStopsAndSetRadiiAreReachedAtAnySpeed() {
    assertThat(send(loaded(new Fence(TOWN, RADIUS_METERS)), drivesBy(7_000, 70, 30)))
        .isEqualTo(Status.DELIVERED);
    LoadTrip set = new LoadTrip(loaded().progress().plan());
    set.changeFenceRadius(2, 7_500);
    send(set, PICKED_UP);
    assertThat(send(set, drivesBy(7_000, 70, 30))).isEqualTo(Status.DELIVERED);
  }

  /** The arrival is the first fix at the dock, or the first one within 3.2 km of the middle. */
  @ParameterizedTest(name = "a fix every {0} s")
  @ValueSource(ints = {15, 30, 60, 90})
  void dockInTheWidePartArrivesWithTheFirstFixOfTheParkedTruck(int seconds) {
    for (long seed = 1; seed <= 30; seed++) {
      Random random = new Random(seed);
      Day day = new Day(random, seconds, Phone.AWAKE);
      LoadTrip trip = loaded();
      assertThat(send(trip, day.fixes)).as("order %s", seed).isEqualTo(Status.DELIVERED);
      day.expectArrivalAtDock(trip.progress().deliveredAt());
    }
  }

  @ParameterizedTest
  @CsvSource({"ASLEEP_WHILE_PARKED", "CLOSED_UNTIL_FAR_AWAY"})
  void phoneThatSleepsAtTheDockLosesNoArrival(Phone phone) {
    for (long seed = 1; seed <= 60; seed++) {
      Day day = new Day(new Random(seed), 60, phone);
      LoadTrip trip = loaded();
      assertThat(send(trip, day.fixes)).as("order %s", seed).isEqualTo(Status.DELIVERED);
      day.expectArrivalAtDock(trip.progress().deliveredAt());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, IN_TRANSIT", "3.9, IN_TRANSIT", "4, DELIVERED"})
  void onlyAParkedTruckArrivesInTheOuterPart(double minutes, Status status) {
    List<Fix> fixes = List.of(at(0, 7_500), at(1, 6_000), at(2, 5_500), at(2 + minutes, 5_500));

    assertThat(send(loaded(), fixes)).isEqualTo(status);
  }

  /** 300 drives past the middle, each with a halt at a traffic light or a railway crossing. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3})
  void aShortHaltOnTheWayPastATownIsNoArrival(double minutes) {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      double metersNorth = 3_400 + random.nextInt(4_400);
      double metersPerSecond = 20 + 12 * random.nextDouble();
      Coordinates middle = TOWN.travel(0, metersNorth);
      double half = Math.sqrt(RADIUS_METERS * RADIUS_METERS - metersNorth * metersNorth);
      double metersEast = (2 * random.nextDouble() - 1) * half;
      SimulatedTruck truck = new SimulatedTruck(random, middle.travel(270, 18_000));
      truck.driveTo(middle.travel(90, metersEast), metersPerSecond).park(minutes);
      truck.driveTo(middle.travel(90, 18_000), metersPerSecond);

      assertThat(send(loaded(), truck.fixes())).as("drive %s", seed).isEqualTo(Status.IN_TRANSIT);
    }
  }

  @Test
  void lateFixesOfAFastTruckTakeNoArrivalBack() {
    LoadTrip trip = loaded();
    assertThat(send(trip, List.of(at(0, 6_000), at(4, 6_000)))).isEqualTo(Status.DELIVERED);

    send(trip, List.of(at(2, 3_900)));

    assertThat(trip.progress().deliveredAt()).isEqualTo(minute(0));
  }

  @Test
  void explainSaysThatAParkedTruckArrives() {
    LoadTrip trip = loaded();
    send(trip, List.of(at(0, 7_900), at(1, 6_100), at(2, 6_000), at(5, 6_000)));

    List<FixExplanation> explanations = trip.explain(4);

    String why =
        "inside stop 2, but over 3,200 m from a place that is known by its ZIP code: the truck"
            + " arrives when it parks";
    assertThat(explanations.get(0).events()).containsExactly(why);
    assertThat(explanations.get(2).events()).containsExactly(why);
    assertThat(explanations.get(3).events()).containsExactly("arrived at stop 2 at " + minute(1));
  }

  /** Two towns overlap, and the truck was at the dock of the second before it left the first. */
  @Test
  void stayInTwoFencesCountsForTheNextStop() {
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    List<PlannedStop> stops = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Coordinates middle = offStop(1, i == 1 ? 60_000 : 6_000 * i);
      StopType type = i == 1 ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(middle, RADIUS_METERS, true);
      stops.add(new PlannedStop(i, type, fence, null, null, zip));
    }
    LoadTrip trip = new LoadTrip(new TripPlan(stops, TripSamples.ON_ARRIVAL));
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i <= 20; i++) fixes.add(sharp(i, offStop(1, 60_000)));
    for (int i = 100; i <= 120; i++) fixes.add(sharp(i, offStop(1, 8_000)));
    for (int i = 126; i <= 140; i++) fixes.add(sharp(i, offStop(1, 15_500)));
    for (int i = 0; i <= 10; i++) fixes.add(sharp(141 + i, offStop(1, 15_500 + 1_800 * i)));

    assertThat(send(trip, fixes)).isEqualTo(Status.DELIVERED);
  }

  /** Loaded at a dock in the wide part of the delivery's fence; then it drives away from both. */
  @ParameterizedTest(name = "a fix every {0} s, {1} minutes at the dock")
  @CsvSource({"15, 30", "30, 30", "60, 30", "60, 6", "60, 240", "120, 30"})
  void standingAtAStopIsNoArrivalAtTheNext(int seconds, int stay) {
    Coordinates dock = TOWN.travel(90, 6_000);
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    Fence pickup = new Fence(dock, Fence.DEFAULT_RADIUS_METERS);
    Fence delivery = new Fence(TOWN, 19_000, true);
    LoadTrip trip =
        new LoadTrip(
            new TripPlan(
                List.of(
                    new PlannedStop(1, StopType.PICKUP, pickup, null, null),
                    new PlannedStop(2, StopType.DELIVERY, delivery, null, null, zip)),
                TripSamples.ON_ARRIVAL));
    List<Fix> fixes = new ArrayList<>();
    for (double minute = -20; minute < stay + 60; minute += seconds / 60.0) {
      double metersEast = Math.max(0, Math.abs(minute - stay / 2.0) - stay / 2.0) * 1_609;
      fixes.add(sharp(minute, dock.travel(90, metersEast)));
    }

    assertThat(send(trip, fixes)).isEqualTo(Status.IN_TRANSIT);
  }

  /**
   * The behavior of a truck around its stay of half an hour at a dock in the wide part of the next
   * stop's fence.
   */
  private enum Loading {
    WAITS_AT_THE_GATE,
    IS_SEEN_ASTRAY_ONCE,
    SLEEPS_UNTIL_FAR_AWAY,
    LEAVES_BY_SLOW_STREETS,
    MEETS_A_RED_LIGHT,
    DRIFTS_AMONG_BUILDINGS,
    SLEPT_AT_HOME_NEAR_BY
  }

  /** With each way to load and to leave, the truck has been at one dock only. */
  @ParameterizedTest
  @EnumSource
  void truckThatStoodAtOneDockVisitsOnlyThatStop(Loading loading) {
    for (double[] place : new double[][] {{6_000, 19_000}, {5_000, 8_000}, {12_000, 50_000}}) {
      for (int seconds : new int[] {15, 30, 60}) {
        Coordinates dock = TOWN.travel(90, place[0]);
        LoadTrip trip = pickupInFence(dock, place[1]);
        List<Fix> fixes = loads(loading, dock, seconds);

        assertThat(send(trip, fixes))
            .as("%s m from the middle, every %s s", place[0], seconds)
            .isEqualTo(Status.IN_TRANSIT);
      }
    }
  }

  private static LoadTrip pickupInFence(Coordinates dock, double radius) {
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    Fence pickup = new Fence(dock, Fence.DEFAULT_RADIUS_METERS);
    Fence delivery = new Fence(TOWN, radius, true);
    return new LoadTrip(
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, pickup, null, null),
                new PlannedStop(2, StopType.DELIVERY, delivery, null, null, zip)),
            TripSamples.ON_ARRIVAL));
  }

  /** From the east and back there at 60 mph. */
  private static List<Fix> loads(Loading loading, Coordinates dock, int seconds) {
    Random random = new Random(seconds);
    List<Fix> fixes = new ArrayList<>();
    for (double minute = -20; minute < 100; minute += seconds / 60.0) {
      boolean isParked = minute >= 0 && minute <= 30;
      double metersEast = isParked ? 0 : minute < 0 ? -minute * 1_609 : (minute - 30) * 1_609;
      double metersNorth = 0;
      switch (loading) {
        case WAITS_AT_THE_GATE -> metersNorth = minute < 7 ? 250 : 0;
        case IS_SEEN_ASTRAY_ONCE -> metersNorth = Math.abs(minute - 10) < seconds / 120.0 ? 300 : 0;
        case SLEEPS_UNTIL_FAR_AWAY -> {
          if (minute > 3 && metersEast < 2_000) continue;
        }
        case LEAVES_BY_SLOW_STREETS -> {
          if (minute > 30) metersEast = 536 * Math.min(3, minute - 30);
          if (minute > 33) metersEast += (minute - 33) * 1_609;
        }
        case MEETS_A_RED_LIGHT -> {
          if (minute > 30) metersEast = Math.min(1_000, metersEast);
          if (minute > 33) metersEast += (minute - 33) * 1_609;
        }
        case DRIFTS_AMONG_BUILDINGS -> metersNorth = isParked ? 80 * random.nextGaussian() : 0;
        case SLEPT_AT_HOME_NEAR_BY -> metersEast = minute < 0 ? 1_900 : metersEast;
      }
      fixes.add(sharp(minute, dock.travel(90, metersEast).travel(0, metersNorth)));
    }
    return fixes;
  }

  /**
   * Stays half an hour at each dock. The docks are up to this distance from the middle of their ZIP
   * codes, and some are less than a mile apart.
   */
  @ParameterizedTest(name = "docks up to {0} m beside the middle, {1} m each minute")
  @CsvSource({"2000, 700, 3", "4000, 700, 11", "4000, 1600, 13"})
  void trucksAtTheDocksOfTwoZipCodesVisitBoth(double beside, double metersPerMinute, int atMost) {
    List<String> lost = new ArrayList<>();
    for (long seed = 1; seed <= 150; seed++) {
      Random random = new Random(seed);
      Coordinates middle = TOWN.travel(random.nextInt(360), 3_000 + random.nextInt(9_000));
      List<Coordinates> way = new ArrayList<>();
      way.add(TOWN.travel(random.nextInt(360), 20_000));
      for (Coordinates town : List.of(TOWN, middle)) {
        double meters = beside * Math.sqrt(random.nextDouble());
        way.add(town.travel(random.nextInt(360), meters));
      }
      way.add(middle.travel(random.nextInt(360), 40_000));
      LoadTrip trip = deliveriesAt(TOWN, middle);
      Status status = send(trip, stopsAt(way, metersPerMinute, random));
      if (status != Status.DELIVERED) lost.add("order " + seed + ": " + status);
    }

    assertThat(lost).hasSizeLessThanOrEqualTo(atMost);
  }

  /** A fix a minute, and half an hour at each place but the first and the last. */
  private static List<Fix> stopsAt(List<Coordinates> way, double metersPerMinute, Random random) {
    List<Fix> fixes = new ArrayList<>();
    int minute = 0;
    for (int i = 1; i < way.size(); i++) {
      Coordinates from = way.get(i - 1);
      double minutes = Math.ceil(from.metersTo(way.get(i)) / metersPerMinute);
      for (int m = 1; m <= minutes; m++) {
        fixes.add(sharp(minute++, from.towards(way.get(i), m / minutes)));
      }
      for (int m = 0; m < 30 && i < way.size() - 1; m++) {
        fixes.add(
            sharp(minute++, way.get(i).travel(random.nextInt(360), 15 * random.nextDouble())));
      }
    }
    return fixes;
  }

  /** Loaded far away; the deliveries are known by the middles of their ZIP codes. */
  private static LoadTrip deliveriesAt(Coordinates first, Coordinates second) {
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    Fence pickup = new Fence(stopAt(1), Fence.DEFAULT_RADIUS_METERS);
    Fence fence = new Fence(first, RADIUS_METERS, true);
    Fence next = new Fence(second, RADIUS_METERS, true);
    LoadTrip trip =
        new LoadTrip(
            new TripPlan(
                List.of(
                    new PlannedStop(1, StopType.PICKUP, pickup, null, null),
                    new PlannedStop(2, StopType.DELIVERY, fence, null, null, zip),
                    new PlannedStop(3, StopType.DELIVERY, next, null, null, zip)),
                TripSamples.ON_ARRIVAL));
    send(trip, PICKED_UP);
    return trip;
  }

  private static Fix at(double minute, double metersNorth) {
    return sharp(minute, TOWN.travel(0, metersNorth));
  }

  private enum Phone {
    AWAKE,
    ASLEEP_WHILE_PARKED,
    /** From the dock on until the truck is outside of the fence again. */
    CLOSED_UNTIL_FAR_AWAY
  }

  /**
   * A drive to a dock 3.3 to 7 km from the middle of the town, which leaves after 15 to 40 minutes.
   */
  private static final class Day {
    private static final int MAX_SECONDS_BETWEEN_FIXES = 90;

    private final List<Fix> fixes = new ArrayList<>();
    private final Instant atDock;

    Day(Random random, int seconds, Phone phone) {
      Coordinates dock = TOWN.travel(random.nextInt(360), 3_300 + random.nextInt(3_700));
      Coordinates from = dock.travel(random.nextInt(360), 25_000);
      Coordinates away = dock.travel(random.nextInt(360), 25_000);
      double stay = 60 * (15 + random.nextInt(26));
      double drive = 25_000 / 13.0;
      atDock = minute(drive / 60);
      double back = drive + stay + (phone == Phone.CLOSED_UNTIL_FAR_AWAY ? 600 : 0);
      for (double t = random.nextInt(seconds); t < 2 * drive + stay; t += seconds) {
        boolean isParked = t > drive && t < drive + stay;
        if (phone != Phone.AWAKE && t > drive && t < back) continue;
        Coordinates place = from.towards(dock, t / drive);
        if (!isParked && t > drive) place = dock.towards(away, (t - drive - stay) / drive);
        fixes.add(sharp(t / 60, place.travel(random.nextInt(360), 5)));
      }
    }

    /** A minute after the truck reached its dock, or before if a fix is near the middle. */
    void expectArrivalAtDock(Instant arrivedAt) {
      Instant near =
          fixes.stream()
              .filter(fix -> fix.coordinates().metersTo(TOWN) <= Fence.DEFAULT_RADIUS_METERS)
              .map(Fix::time)
              .findFirst()
              .orElse(Instant.MAX);
      Instant earliest = atDock.minusSeconds(MAX_SECONDS_BETWEEN_FIXES);
      Instant latest = atDock.plusSeconds(MAX_SECONDS_BETWEEN_FIXES);
      if (near.isBefore(earliest)) assertThat(arrivedAt).isEqualTo(near);
      else assertThat(arrivedAt).isBetween(earliest, latest);
    }
  }
}
