package io.freightsdk.server.domain.trip;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.geocode.Geocoder;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Six or twelve stops in one city of which only the ZIP codes are known, each nearest to the one
 * before. The dock is up to 1.2 km from the middle of its ZIP code, and the truck stays there for 8
 * to 15 minutes. All fences overlap.
 */
class MilkRunTest {
  private static final List<String> CINCINNATI =
      List.of(
          "45202", "45205", "45206", "45207", "45208", "45209", "45211", "45212", "45213", "45214",
          "45215", "45216", "45217", "45219", "45220", "45223", "45224", "45225", "45226", "45227",
          "45229", "45230", "45231", "45232", "45236", "45237", "45238", "45239", "45240", "45242");

  private static final List<String> COLUMBUS =
      List.of(
          "43215", "43201", "43203", "43205", "43206", "43211", "43202", "43204", "43207", "43209",
          "43212", "43219", "43222", "43223", "43224", "43227", "43229", "43232");

  private static final List<String> DALLAS =
      List.of(
          "75201", "75203", "75204", "75205", "75206", "75207", "75208", "75209", "75210", "75211",
          "75212", "75214", "75215", "75216", "75218", "75219", "75220", "75223", "75226", "75228");

  private static final int STOPS = 6;
  private static final double MAX_DOCK_METERS = 1_200;

  /** Ten runs of 6 and ten of 12 stops in each city: 540 stops. */
  @ParameterizedTest(name = "a fix every {0} s, {1} to {2} minutes")
  @CsvSource({"60, 8, 14, 6", "120, 8, 14, 5", "240, 8, 14, 5", "290, 11, 14, 6", "300, 11, 14, 5"})
  void milkRunsInThreeCitiesShowTheirStopsAndEnd(
      int seconds, int shortest, int longest, int atMost) {
    List<String> notSeen = new ArrayList<>();
    for (List<String> zips : List.of(CINCINNATI, COLUMBUS, DALLAS)) {
      String city = zips == CINCINNATI ? "Cincinnati" : zips == COLUMBUS ? "Columbus" : "Dallas";
      for (int stops : new int[] {6, 12}) {
        for (long seed = 1; seed <= 10; seed++) {
          Random random = new Random(31 * seed + stops);
          List<Fence> route = route(random, city, zips, stops);
          MilkRun run = new MilkRun(random, seconds, route, false, shortest, longest);
          run.driveTo(run.at.travel(random.nextInt(360), 20_000));
          notSeen.addAll(run.notSeen());
          assertThat(run.isDelivered()).as("%s, %s stops, %s", city, stops, seed).isTrue();
          assertThat(run.isDeliveredTooEarly()).isFalse();
        }
      }
    }

    assertThat(notSeen).hasSizeLessThanOrEqualTo(atMost);
  }

  private static Fence fence(String city, String zip) {
    String state = city.equals("Dallas") ? "TX" : "OH";
    return requireNonNull(Geocoder.geocode(city, state, zip)).fence();
  }

  private static List<Fence> route(Random random, String city, List<String> all, int stops) {
    List<String> zips = new ArrayList<>(all);
    Collections.shuffle(zips, random);
    List<Fence> ahead = new ArrayList<>();
    for (String zip : zips.subList(0, stops)) {
      ahead.add(fence(city, zip));
    }
    List<Fence> route = new ArrayList<>(List.of(ahead.remove(0)));
    while (!ahead.isEmpty()) {
      Fence last = route.get(route.size() - 1);
      Fence nearest =
          Collections.min(ahead, Comparator.comparing(fence -> last.metersTo(fence.center())));
      ahead.remove(nearest);
      route.add(nearest);
    }
    return route;
  }

  @ParameterizedTest(name = "a fix every {0} s")
  @CsvSource({"60, 48", "120, 48", "300, 47"})
  void eightMilkRunsShowTheirStops(int seconds, int atLeast) {
    List<String> notSeen = new ArrayList<>();
    for (long seed = 1; seed <= 8; seed++) {
      notSeen.addAll(MilkRun.inCincinnati(seed, seconds, false).notSeen());
    }

    assertThat(notSeen).hasSizeLessThanOrEqualTo(8 * STOPS - atLeast);
  }

  /** Of 1,200 stops, so that the eight runs are not eight lucky ones. */
  @ParameterizedTest(name = "a fix every {0} s, fuel stops: {1}")
  @CsvSource({
    "60, false, 10",
    "120, false, 10",
    "300, false, 100",
    "60, true, 15",
    "120, true, 15",
  })
  void twoHundredMilkRunsShowNearlyAllStops(int seconds, boolean stopsForFuel, int atMost) {
    List<String> notSeen = new ArrayList<>();
    for (long seed = 1; seed <= 200; seed++) {
      notSeen.addAll(MilkRun.inCincinnati(seed, seconds, stopsForFuel).notSeen());
    }

    assertThat(notSeen).hasSizeLessThanOrEqualTo(atMost);
  }

  /**
   * The driver closes the page at the last dock, which all other fences contain, too. Docks that
   * are nearer to another ZIP code than to their own remain ambiguous.
   */
  @ParameterizedTest(name = "a fix every {0} s")
  @CsvSource({"60, 20", "120, 20", "300, 60"})
  void milkRunsThatEndAtTheirLastDockAreDelivered(int seconds, int atMost) {
    List<MilkRun> runs =
        LongStream.rangeClosed(1, 200).mapToObj(seed -> MilkRun.inColumbus(seed, seconds)).toList();

    assertThat(runs.stream().filter(run -> !run.isDelivered())).hasSizeLessThanOrEqualTo(atMost);
    assertThat(runs.stream().filter(MilkRun::isDeliveredTooEarly)).isEmpty();
  }

  /** A drive from dock to dock at 20 to 38 mph. */
  private static final class MilkRun {
    private final Random random;
    private final int seconds;
    private final LoadTrip trip;
    private final List<Instant> leaves = new ArrayList<>();
    private Instant time = TripSamples.START;
    private Instant nextFix = TripSamples.START;
    private Coordinates at;

    /** On a random route, and away from the last dock. */
    static MilkRun inCincinnati(long seed, int seconds, boolean stopsForFuel) {
      Random random = new Random(seed);
      List<Fence> route = route(random, "Cincinnati", CINCINNATI, STOPS);
      MilkRun run = new MilkRun(random, seconds, route, stopsForFuel, 8, 15);
      run.driveTo(run.at.travel(random.nextInt(360), 20_000));
      return run;
    }

    /** To ZIP codes whose middles are 1.9 km to 8 km apart. */
    static MilkRun inColumbus(long seed, int seconds) {
      List<Fence> route =
          COLUMBUS.subList(0, STOPS).stream().map(zip -> fence("Columbus", zip)).toList();
      return new MilkRun(new Random(seed), seconds, route, false, 8, 15);
    }

    private MilkRun(
        Random random,
        int seconds,
        List<Fence> fences,
        boolean stopsForFuel,
        int shortest,
        int longest) {
      this.random = random;
      this.seconds = seconds;
      this.trip = new LoadTrip(plan(fences));
      List<Coordinates> docks = new ArrayList<>();
      for (Fence fence : fences) {
        double meters = MAX_DOCK_METERS * Math.sqrt(random.nextDouble());
        docks.add(fence.center().travel(random.nextInt(360), meters));
      }
      at = docks.get(0).travel(random.nextInt(360), 15_000);
      for (Coordinates dock : docks) {
        if (stopsForFuel && random.nextInt(STOPS) == 0) {
          driveTo(at.towards(dock, 0.2 + 0.6 * random.nextDouble()));
          stay(6);
        }
        driveTo(dock);
        stay(shortest + random.nextInt(longest - shortest + 1));
        leaves.add(time);
      }
    }

    private static TripPlan plan(List<Fence> fences) {
      PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
      List<PlannedStop> stops = new ArrayList<>();
      for (Fence fence : fences) {
        StopType type = stops.isEmpty() ? StopType.PICKUP : StopType.DELIVERY;
        stops.add(new PlannedStop(stops.size() + 1, type, fence, null, null, zip));
      }
      return new TripPlan(stops, TripSamples.ON_ARRIVAL);
    }

    private void stay(int minutes) {
      send(time.plus(Duration.ofMinutes(minutes)), at);
    }

    private void driveTo(Coordinates place) {
      double metersPerSecond = 9 + 8 * random.nextDouble();
      long millis = (long) (at.metersTo(place) / metersPerSecond * 1_000);
      send(time.plusMillis(millis), place);
    }

    private void send(Instant end, Coordinates place) {
      double millis = Math.max(1, Duration.between(time, end).toMillis());
      for (; nextFix.isBefore(end); nextFix = nextFix.plusSeconds(seconds)) {
        double share = Duration.between(time, nextFix).toMillis() / millis;
        Coordinates seen =
            at.towards(place, share).travel(random.nextInt(360), 8 * random.nextDouble());
        trip.offer(new Fix(nextFix, seen, 10.0, null, null), PingRules.DEFAULT);
      }
      time = end;
      at = place;
    }

    boolean isDelivered() {
      return trip.progress().status() == Status.DELIVERED;
    }

    /** Whether it is delivered before the truck has left the dock before the last one. */
    boolean isDeliveredTooEarly() {
      Instant arrivedAt = trip.progress().visits().lastStop().arrivedAt();
      return arrivedAt != null && arrivedAt.isBefore(leaves.get(leaves.size() - 2));
    }

    /** The stops without an arrival between leaving the dock before and leaving this one. */
    List<String> notSeen() {
      List<String> notSeen = new ArrayList<>();
      for (int i = 0; i < leaves.size(); i++) {
        Instant arrivedAt = trip.progress().stopVisits().get(i).arrivedAt();
        boolean isSeen =
            arrivedAt != null
                && (i == 0 || !arrivedAt.isBefore(leaves.get(i - 1)))
                && arrivedAt.isBefore(leaves.get(i));
        if (!isSeen) notSeen.add("stop " + (i + 1) + ": " + arrivedAt);
      }
      return notSeen;
    }
  }
}
