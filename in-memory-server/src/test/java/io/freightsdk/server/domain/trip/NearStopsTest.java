package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two stops of one neighbourhood, each with its dock some way from the place that the order names,
 * as the coordinates of an address are.
 */
class NearStopsTest {
  private static final Coordinates FIRST = new Coordinates(39.1031, -84.5120);

  private enum Kind {
    DELIVERY_AND_DELIVERY,
    PICKUP_AND_DELIVERY,
    PICKUP_AND_PICKUP
  }

  /** Some docks lie nearer to the other stop's place: no rule can tell these apart. */
  @ParameterizedTest(name = "{0}, {1} m apart")
  @CsvSource({
    "DELIVERY_AND_DELIVERY, 210, 15", "DELIVERY_AND_DELIVERY, 300, 4",
    "DELIVERY_AND_DELIVERY, 400, 1", "DELIVERY_AND_DELIVERY, 500, 0",
    "DELIVERY_AND_DELIVERY, 700, 0", "PICKUP_AND_DELIVERY, 210, 15",
    "PICKUP_AND_DELIVERY, 300, 4", "PICKUP_AND_DELIVERY, 400, 1",
    "PICKUP_AND_DELIVERY, 500, 0", "PICKUP_AND_DELIVERY, 700, 0",
    "PICKUP_AND_PICKUP, 210, 15", "PICKUP_AND_PICKUP, 300, 4",
    "PICKUP_AND_PICKUP, 400, 1", "PICKUP_AND_PICKUP, 500, 0",
    "PICKUP_AND_PICKUP, 700, 0",
  })
  void aTruckThatStandsAtBothHasVisitedBoth(Kind kind, double meters, int atMost) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= 100; seed++) {
      String found = new Day(kind, meters, new Random(seed * 7_919 + (long) meters)).faults();
      if (!found.isEmpty()) wrong.add("order " + seed + ": " + found);
    }

    assertThat(wrong).hasSizeLessThanOrEqualTo(atMost).noneMatch(it -> it.contains("early"));
  }

  /** Five to nine minutes at each dock, as when a trailer is dropped and another one is hooked. */
  @ParameterizedTest(name = "{0}, {1} m apart")
  @CsvSource({
    "DELIVERY_AND_DELIVERY, 210, 19", "DELIVERY_AND_DELIVERY, 300, 8",
    "DELIVERY_AND_DELIVERY, 500, 2", "DELIVERY_AND_DELIVERY, 700, 2",
    "DELIVERY_AND_DELIVERY, 900, 2", "PICKUP_AND_DELIVERY, 210, 19",
    "PICKUP_AND_DELIVERY, 300, 8", "PICKUP_AND_DELIVERY, 500, 2",
    "PICKUP_AND_DELIVERY, 700, 2", "PICKUP_AND_DELIVERY, 900, 2",
    "PICKUP_AND_PICKUP, 300, 8", "PICKUP_AND_PICKUP, 700, 2",
  })
  void aShortStayIsAVisitToo(Kind kind, double meters, int atMost) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed * 7_919 + (long) meters);
      String found = new Day(kind, meters, random, 6, 4, false).faults();
      if (!found.isEmpty()) wrong.add("order " + seed + ": " + found);
    }

    assertThat(wrong).hasSizeLessThanOrEqualTo(atMost).noneMatch(it -> it.contains("early"));
  }

  /**
   * The phone is silent at the docks and shows only the way to and from them: the truck was at one
   * or both.
   */
  @ParameterizedTest(name = "{0}, {1} m apart")
  @CsvSource({
    "DELIVERY_AND_DELIVERY, 210", "DELIVERY_AND_DELIVERY, 500", "DELIVERY_AND_DELIVERY, 900",
    "PICKUP_AND_DELIVERY, 210", "PICKUP_AND_DELIVERY, 500", "PICKUP_AND_DELIVERY, 900",
    "PICKUP_AND_PICKUP, 210", "PICKUP_AND_PICKUP, 500", "PICKUP_AND_PICKUP, 900",
  })
  void aPhoneThatSleepsWhileTheTruckStandsLosesNoStop(Kind kind, double meters) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= 60; seed++) {
      Random random = new Random(seed * 7_919 + (long) meters);
      String found = new Day(kind, meters, random, 15, 46, true).faults();
      if (!found.isEmpty()) wrong.add("order " + seed + ": " + found);
    }

    assertThat(wrong).isEmpty();
  }

  /** A mile apart, with narrow fences: what the phone did not see was at the pickup. */
  @ParameterizedTest
  @ValueSource(doubles = {300, 1_000})
  void aSleepAtThePickupIsNoVisitToADeliveryBeyondItsFence(double radius) {
    Fence pickup = new Fence(FIRST, radius);
    Fence delivery = new Fence(FIRST.travel(0, 1_400), radius);
    List<Fix> fixes = new ArrayList<>();
    for (int minute = -10; minute <= 1; minute++) {
      fixes.add(TripSamples.sharp(minute, FIRST.travel(180, minute < 0 ? -minute * 800 : 0)));
    }
    for (int minute = 8; minute <= 20; minute++) {
      fixes.add(TripSamples.sharp(minute, FIRST.travel(180, 1_450 + (minute - 8) * 800)));
    }

    LoadTrip trip = TripSamples.drive(TripSamples.plan(pickup, delivery), fixes);

    assertThat(trip.progress().status()).isEqualTo(Status.IN_TRANSIT);
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'inside stop 2 too, 230 m away, and 170 m from stop 1: the truck arrives there when it"
        + " parks again, nearer to stop 2'",
    "100, 'inside stop 2 too, 40 m away, and 60 m from stop 1: the truck arrives there when it leaves stop 1'"
  })
  void explainSaysWhyATruckBetweenTwoStopsIsAtTheFirst(double meters, String why) {
    Coordinates second = FIRST.travel(0, meters);
    TripPlan plan =
        TripSamples.plan(
            new Fence(FIRST, Fence.DEFAULT_RADIUS_METERS),
            new Fence(second, Fence.DEFAULT_RADIUS_METERS));
    List<Fix> fixes = new ArrayList<>();
    Coordinates dock = meters == 400 ? FIRST.travel(0, 170) : FIRST.travel(0, 60);
    for (int minute = 0; minute <= 15; minute++) fixes.add(TripSamples.sharp(minute, dock));

    List<List<String>> events =
        TripSamples.drive(plan, fixes).explain(100).stream().map(FixExplanation::events).toList();

    assertThat(events.get(3)).isEmpty();
    assertThat(events.get(15)).containsExactly(why);
  }

  /** A drive with 15 to 60 minutes or a given time at each dock, and away from the last. */
  private static final class Day {
    private final Random random;
    private final LoadTrip trip;
    private final List<Instant> leaves = new ArrayList<>();
    private Instant time = TripSamples.START;
    private Coordinates at;

    private final int shortest;
    private final int more;
    private final boolean sleeps;

    Day(Kind kind, double meters, Random random) {
      this(kind, meters, random, 15, 46, false);
    }

    /** Stays that last the shortest or up to so many minutes more. */
    Day(Kind kind, double meters, Random random, int shortest, int more, boolean sleeps) {
      this.random = random;
      this.shortest = shortest;
      this.more = more;
      this.sleeps = sleeps;
      List<PlannedStop> stops = stops(kind, FIRST.travel(random.nextInt(360), meters));
      this.trip = new LoadTrip(new TripPlan(stops, TripSamples.ON_ARRIVAL));
      this.at = FIRST.travel(random.nextInt(360), 12_000);
      for (PlannedStop stop : stops) visit(stop.fence().center());
      driveTo(at.travel(random.nextInt(360), 20_000));
    }

    private List<PlannedStop> stops(Kind kind, Coordinates second) {
      Coordinates far = FIRST.travel(random.nextInt(360), 60_000);
      return switch (kind) {
        case DELIVERY_AND_DELIVERY ->
            List.of(pickup(1, far), delivery(2, FIRST), delivery(3, second));
        case PICKUP_AND_DELIVERY -> List.of(pickup(1, FIRST), delivery(2, second));
        case PICKUP_AND_PICKUP -> List.of(pickup(1, FIRST), pickup(2, second), delivery(3, far));
      };
    }

    private static PlannedStop pickup(int sequence, Coordinates place) {
      return stop(sequence, StopType.PICKUP, place);
    }

    private static PlannedStop delivery(int sequence, Coordinates place) {
      return stop(sequence, StopType.DELIVERY, place);
    }

    private static PlannedStop stop(int sequence, StopType type, Coordinates place) {
      Fence fence = new Fence(place, Fence.DEFAULT_RADIUS_METERS);
      return new PlannedStop(sequence, type, fence, null, null);
    }

    private void visit(Coordinates place) {
      double north = 60 * random.nextGaussian();
      double east = 60 * random.nextGaussian();
      driveTo(place.travel(0, north).travel(90, east));
      Instant end = time.plusSeconds(60L * (shortest + random.nextInt(more)));
      for (; time.isBefore(end); time = time.plusSeconds(60)) {
        if (!sleeps) send(time, at);
      }
      leaves.add(time);
    }

    private void driveTo(Coordinates place) {
      double seconds = at.metersTo(place) / 13;
      for (double done = 31; done < seconds; done += 60) {
        send(time.plusMillis((long) (done * 1_000)), at.towards(place, done / seconds));
      }
      time = time.plusMillis((long) (seconds * 1_000)).plusSeconds(31);
      at = place;
    }

    private void send(Instant when, Coordinates place) {
      Coordinates seen = place.travel(random.nextInt(360), 5 * Math.abs(random.nextGaussian()));
      trip.offer(new Fix(when, seen, 5.0, null, null), TripSamples.ANY_TIME);
    }

    /** The faults of the stops; empty if each was visited after the previous stop. */
    String faults() {
      List<String> wrong = new ArrayList<>();
      List<Visits.StopVisit> visits = trip.progress().stopVisits();
      for (int i = 0; i < visits.size(); i++) {
        Instant arrived = visits.get(i).arrivedAt();
        if (arrived == null) wrong.add("stop " + (i + 1) + " lost");
        boolean isEarly = arrived != null && i > 0 && arrived.isBefore(leaves.get(i - 1));
        if (isEarly) wrong.add("stop " + (i + 1) + " early");
      }
      return String.join(", ", wrong);
    }
  }
}
