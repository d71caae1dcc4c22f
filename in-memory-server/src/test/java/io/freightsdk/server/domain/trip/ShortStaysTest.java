package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three stops by coordinates; the phone is silent around the middle one. The load ends when its
 * truck has stood at the last stop, if only to drop a trailer and hook another one.
 */
class ShortStaysTest {
  private static final int ORDERS = 150;

  private enum Phone {
    AWAKE,
    ASLEEP_WHILE_PARKED
  }

  @Test
  void stayOfFourMinutesAtTheLastStopDelivers() {
    assertThat(endless(4, 9, Phone.AWAKE)).isEmpty();
  }

  @Test
  void haltOfThreeMinutesAtTheLastStopDeliversNothing() {
    assertThat(endless(1, 3, Phone.AWAKE)).hasSize(ORDERS);
  }

  @Test
  void phoneThatSleptAtTheLastStopDelivers() {
    assertThat(endless(15, 40, Phone.ASLEEP_WHILE_PARKED)).isEmpty();
  }

  /** A truck that drives makes 12 mph or more, also on the slowest roads. */
  @ParameterizedTest
  @CsvSource({
    "5, 0, false",
    "5.1, 1600, true",
    "5.1, 1640, false",
    "30, 9500, true",
    "30, 9700, false"
  })
  void aSilentTruckWasParkedIfItMadeLessThan12Mph(double minute, double meters, boolean parked) {
    TruckHalt halt = TruckHalt.startAt(TripSamples.sharp(0, TripSamples.stopAt(1)));

    assertThat(halt.sleepsUntil(TripSamples.sharp(minute, TripSamples.offStop(1, meters))))
        .isEqualTo(parked);
  }

  /** Both stops have coordinates, up to 4 km apart: their fences overlap. */
  @ParameterizedTest(name = "{0} to {1} minutes, docks up to {2} m from their coordinates")
  @CsvSource({"3, 4.9, 200, 0", "3, 4.9, 300, 2", "5, 7, 200, 0", "5, 7, 300, 1"})
  void shortStaysAtTwoNearStopsDeliver(
      double shortest, double longest, double metersOff, int atMost) {
    int endless = 0;
    for (long seed = 1; seed <= 600; seed++) {
      Random random = new Random(seed);
      Coordinates pickup = TripSamples.stopAt(1);
      Coordinates delivery = pickup.travel(random.nextInt(360), 500 + random.nextInt(3_500));
      SimulatedTruck truck = new SimulatedTruck(random, pickup.travel(random.nextInt(360), 15_000));
      for (Coordinates stop : List.of(pickup, delivery)) {
        double meters = metersOff * Math.sqrt(random.nextDouble());
        truck.driveTo(stop.travel(random.nextInt(360), meters), 9 + 8 * random.nextDouble());
        truck.park(shortest + (longest - shortest) * random.nextDouble());
      }
      truck.driveTo(delivery.travel(random.nextInt(360), 20_000), 15);
      TripPlan plan = TripSamples.plan(new Fence(pickup, 3_200), new Fence(delivery, 3_200));
      LoadTrip trip = TripSamples.drive(plan, truck.fixes());
      if (trip.progress().status() != Status.DELIVERED) endless++;
    }

    assertThat(endless).isLessThanOrEqualTo(atMost);
  }

  /** The orders that are not delivered, or not within the stay at the last stop. */
  private static List<String> endless(int shortest, int longest, Phone phone) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= ORDERS; seed++) {
      Day day = new Day(new Random(seed), phone);
      LoadTrip trip = day.drive(shortest, longest);
      Instant delivered = trip.progress().deliveredAt();
      boolean isRight =
          delivered != null
              && delivered.isAfter(day.arrives.minus(Duration.ofMinutes(10)))
              && trip.progress().stopVisits().get(1).isMissed();
      if (!isRight) wrong.add("order " + seed + ": " + trip.progress().status());
    }
    return wrong;
  }

  private static final class Day {
    private final Random random;
    private final Phone phone;
    private final List<Fix> fixes = new ArrayList<>();
    private Instant time = TripSamples.START;
    private Coordinates at;
    private @Nullable Instant arrives;

    Day(Random random, Phone phone) {
      this.random = random;
      this.phone = phone;
      this.at = TripSamples.stopAt(1).travel(random.nextInt(360), 12_000);
    }

    LoadTrip drive(int shortest, int longest) {
      TripPlan plan =
          TripSamples.plan(
              new Fence(TripSamples.stopAt(1), 3_200),
              new Fence(TripSamples.stopAt(2), 3_200),
              new Fence(TripSamples.stopAt(3), 3_200));
      driveTo(TripSamples.stopAt(1));
      park(20 + random.nextInt(20), true);
      driveTo(TripSamples.stopAt(1).towards(TripSamples.stopAt(2), 0.6));
      time = time.plus(Duration.ofMinutes(120));
      at = TripSamples.stopAt(2).towards(TripSamples.stopAt(3), 0.4);
      driveTo(TripSamples.stopAt(3).travel(random.nextInt(360), random.nextInt(150)));
      arrives = time;
      int minutes = shortest + random.nextInt(longest - shortest + 1);
      park(minutes, phone == Phone.AWAKE);
      driveTo(at.travel(random.nextInt(360), 20_000));
      return TripSamples.drive(plan, fixes);
    }

    /** From the place where it is, with a fix a minute, to a place that is not sent yet. */
    private void driveTo(Coordinates place) {
      double seconds = at.metersTo(place) / 13;
      for (double done = 10 + random.nextInt(50); done < seconds; done += 60) {
        send(time.plusMillis((long) (done * 1_000)), at.towards(place, done / seconds));
      }
      time = time.plusMillis((long) (seconds * 1_000));
      at = place;
    }

    private void park(int minutes, boolean sends) {
      for (int i = 0; i <= minutes; i++) {
        if (sends) send(time.plusSeconds(60L * i), at);
      }
      time = time.plusSeconds(60L * minutes);
    }

    private void send(Instant when, Coordinates place) {
      Coordinates seen = place.travel(random.nextInt(360), 5 * random.nextDouble());
      fixes.add(new Fix(when, seen, 8.0, null, null));
    }
  }
}
