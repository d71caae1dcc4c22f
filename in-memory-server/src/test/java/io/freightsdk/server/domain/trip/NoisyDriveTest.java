package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Simulated phones of all kinds against the rules of the service, which must show the true trip.
 */
class NoisyDriveTest {
  private static final double RADIUS = 3_200;
  private static final Coordinates YARD = new Coordinates(39.4, -84.6);
  private static final List<Coordinates> STOPS =
      List.of(
          new Coordinates(39.1031, -84.5120),
          new Coordinates(38.0406, -84.5037),
          new Coordinates(35.9606, -83.9207),
          new Coordinates(35.8681, -83.5619));

  /** Where the truck truly is in each second: 58 mph on the road and 45 minutes at each stop. */
  private static final List<Coordinates> WAY = way();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 4);
  }

  private static List<Coordinates> way() {
    List<Coordinates> way = new ArrayList<>();
    Coordinates place = YARD;
    for (Coordinates stop : STOPS) {
      drive(way, place, stop);
      way.addAll(Collections.nCopies(45 * 60, stop));
      place = stop;
    }
    drive(way, place, new Coordinates(35.5, -83.0));
    return way;
  }

  private static void drive(List<Coordinates> way, Coordinates from, Coordinates to) {
    double seconds = from.milesTo(to) / 58 * 3_600;
    for (int second = 0; second < seconds; second++) way.add(from.towards(to, second / seconds));
  }

  /** The errors of a phone that measures once a minute. Chances are per fix. */
  private static class Phone {
    private final Random random;
    double jitterMeters;
    double bestAccuracyMeters = 5;
    double worstAccuracyMeters = 5;
    double noAccuracy;

    /** Nothing is measured in a tunnel. */
    double tunnel;

    int tunnelMinutes;

    /** Fixes measured without a network are sent later. */
    double offline;

    int offlineMinutes;
    boolean sendsShuffled;
    double teleport;
    double repeat;

    Phone(long seed) {
      random = new Random(seed);
    }

    /** A good one in a window mount: now and then a tunnel, or no network. */
    static Phone typical(long seed) {
      Phone phone = new Phone(seed);
      phone.jitterMeters = 8;
      phone.worstAccuracyMeters = 30;
      phone.tunnel = 0.002;
      phone.tunnelMinutes = 3;
      phone.offline = 0.004;
      phone.offlineMinutes = 20;
      phone.repeat = 0.01;
      return phone;
    }

    /** A bad one in a pocket, with every kind of error. */
    static Phone awful(long seed) {
      Phone phone = new Phone(seed);
      phone.jitterMeters = 25;
      phone.bestAccuracyMeters = 10;
      phone.worstAccuracyMeters = 400;
      phone.noAccuracy = 0.2;
      phone.tunnel = 0.01;
      phone.tunnelMinutes = 10;
      phone.offline = 0.02;
      phone.offlineMinutes = 45;
      phone.sendsShuffled = true;
      phone.teleport = 0.02;
      phone.repeat = 0.1;
      return phone;
    }

    /** Its fixes in the order in which it sends them. */
    List<Fix> sent() {
      List<Fix> sent = new ArrayList<>();
      List<Fix> buffer = new ArrayList<>();
      int measuresFrom = 0;
      int onlineFrom = 0;
      for (int second = 0; second < WAY.size(); second += 60) {
        if (second >= onlineFrom) send(buffer, sent);
        if (second < measuresFrom) continue;
        if (happens(tunnel)) {
          measuresFrom = second + 60 * tunnelMinutes;
          continue;
        }
        if (second >= onlineFrom && happens(offline)) onlineFrom = second + 60 * offlineMinutes;
        Fix fix = new Fix(at(second), measured(WAY.get(second)), accuracy(), null, null);
        buffer.addAll(Collections.nCopies(happens(repeat) ? 2 : 1, fix));
      }
      send(buffer, sent);
      return sent;
    }

    private void send(List<Fix> buffer, List<Fix> sent) {
      if (sendsShuffled) Collections.shuffle(buffer, random);
      sent.addAll(buffer);
      buffer.clear();
    }

    private Coordinates measured(Coordinates truth) {
      if (happens(teleport)) return truth.travel(random.nextDouble() * 360, 150_000);
      double north = random.nextGaussian() * jitterMeters;
      double east = random.nextGaussian() * jitterMeters;
      return truth.travel(Math.toDegrees(Math.atan2(east, north)), Math.hypot(north, east));
    }

    private @Nullable Double accuracy() {
      if (happens(noAccuracy)) return null;
      return bestAccuracyMeters + random.nextDouble() * (worstAccuracyMeters - bestAccuracyMeters);
    }

    private boolean happens(double chance) {
      return random.nextDouble() < chance;
    }
  }

  private static Instant at(int second) {
    return TripSamples.START.plusSeconds(second);
  }

  private static LoadTrip drive(Phone phone) {
    List<PlannedStop> stops = new ArrayList<>();
    for (Coordinates stop : STOPS) {
      StopType kind = stops.size() < 2 ? StopType.PICKUP : StopType.DELIVERY;
      stops.add(new PlannedStop(stops.size() + 1, kind, new Fence(stop, RADIUS), null, null));
    }
    LoadTrip trip = new LoadTrip(new TripPlan(stops, TripSamples.ON_ARRIVAL));
    Status status = Status.PLANNED;
    for (Fix fix : phone.sent()) {
      trip.offer(fix, PingRules.DEFAULT);
      assertThat(trip.progress().status()).isGreaterThanOrEqualTo(status);
      status = trip.progress().status();
    }
    return trip;
  }

  /** First moment, to the second, at which the truck truly is inside a stop's fence. */
  private static Instant entered(int stop) {
    int second = 0;
    while (WAY.get(second).metersTo(STOPS.get(stop)) > RADIUS) second++;
    return at(second);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTypicalPhoneGivesTheTrueTimesToWithinItsGaps(long seed) {
    LoadTrip trip = drive(Phone.typical(seed));

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().stopVisits()).noneMatch(StopVisit::isMissed);
    assertThat(trip.progress().stopVisits()).allMatch(StopVisit::isPassed);
    for (int i = 0; i < STOPS.size(); i++) {
      assertThat(trip.progress().stopVisits().get(i).arrivedAt())
          .isBetween(entered(i).minusSeconds(10), entered(i).plus(Duration.ofMinutes(6)));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void inaccuratePhoneNeverCausesAFalseArrival(long seed) {
    LoadTrip trip = drive(Phone.awful(seed));

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    for (int i = 0; i < STOPS.size(); i++) {
      Instant arrivedAt = trip.progress().stopVisits().get(i).arrivedAt();
      if (arrivedAt != null) {
        int second = (int) Duration.between(at(0), arrivedAt).toSeconds();
        assertThat(WAY.get(second).metersTo(STOPS.get(i))).isLessThan(RADIUS + 150);
      }
    }
  }

  @Test
  void trackOfAPerfectPhoneIsAsLongAsTheDrive() {
    LoadTrip trip = drive(new Phone(0));

    double trueMiles = YARD.milesTo(STOPS.get(0));
    for (int i = 1; i < STOPS.size(); i++) {
      trueMiles += STOPS.get(i - 1).milesTo(STOPS.get(i));
    }
    assertThat(trip.track().distanceMiles()).isCloseTo(trueMiles + 5, within(5.0));
  }
}
