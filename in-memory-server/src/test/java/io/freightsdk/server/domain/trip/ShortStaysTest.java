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
  void stayOfFiveMinutesAtTheLastStopDelivers() {
    assertThat(endless(5, 9, Phone.AWAKE)).isEmpty();
  }

  @Test
  void haltOfFourMinutesAtTheLastStopDeliversNothing() {
    assertThat(endless(1, 4, Phone.AWAKE)).hasSize(ORDERS);
  }

  @Test
  void phoneThatSleptAtTheLastStopDelivers() {
    assertThat(endless(15, 40, Phone.ASLEEP_WHILE_PARKED)).isEmpty();
  }

  @Test
  void truckStandsWhereItsPhoneWakesUp() {
    Standstill stand = Standstill.startAt(TripSamples.sharp(0, TripSamples.offStop(1, 1_500)));
    assertThat(stand.sleepsUntil(TripSamples.sharp(12, TripSamples.stopAt(1)))).isTrue();
    for (int minute : new int[] {12, 13, 14, 15}) {
      Fix fix = TripSamples.sharp(minute, TripSamples.stopAt(1));
      assertThat(stand.includes(fix)).isTrue();
      stand = stand.extendTo(fix);
    }
    assertThat(stand.since()).isEqualTo(TripSamples.minute(0));
    assertThat(stand.firstPlace()).isEqualTo(TripSamples.offStop(1, 1_500));
    assertThat(stand.phoneSlept()).isTrue();

    assertThat(stand.includes(TripSamples.sharp(16, TripSamples.offStop(1, 400)))).isFalse();
  }

  @Test
  void aDriveOnAfterASilenceIsNoStand() {
    Standstill stand = Standstill.startAt(TripSamples.sharp(0, TripSamples.stopAt(1)));

    assertThat(stand.includes(TripSamples.sharp(5.1, TripSamples.offStop(1, 1_600)))).isTrue();
    assertThat(stand.extendTo(TripSamples.sharp(5.1, TripSamples.offStop(1, 1_600))).isLongEnough())
        .isTrue();
    assertThat(stand.includes(TripSamples.sharp(5.1, TripSamples.offStop(1, 1_620)))).isFalse();
    assertThat(stand.includes(TripSamples.sharp(5, TripSamples.offStop(1, 1_600)))).isFalse();
  }

  /** The orders that are not delivered, or not within the stay at the last stop. */
  private static List<String> endless(int shortest, int longest, Phone phone) {
    List<String> wrong = new ArrayList<>();
    for (long seed = 1; seed <= ORDERS; seed++) {
      Day day = new Day(new Random(seed), phone);
      Trip trip = day.drive(shortest, longest);
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

    Trip drive(int shortest, int longest) {
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
