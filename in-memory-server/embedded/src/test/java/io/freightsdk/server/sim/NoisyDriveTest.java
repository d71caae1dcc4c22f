package io.freightsdk.server.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.testsupport.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Simulated phones of all kinds against the rules of the service: what was true must come out. */
class NoisyDriveTest {
  private static final Instant START = Instant.parse("2026-01-05T06:00:00Z");
  private static final double RADIUS = 3_200;
  private static final List<Coordinates> STOPS =
      List.of(
          new Coordinates(39.1031, -84.5120),
          new Coordinates(38.0406, -84.5037),
          new Coordinates(35.9606, -83.9207),
          new Coordinates(35.8681, -83.5619));
  private static final Itinerary WAY = way();

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Size.of(4, 12));
  }

  private static Itinerary way() {
    Itinerary way = Itinerary.startingAt(START, new Coordinates(39.4, -84.6));
    for (Coordinates stop : STOPS) {
      way = way.driveTo(stop, 58).waitFor(Duration.ofMinutes(45));
    }
    return way.driveTo(new Coordinates(35.5, -83.0), 55);
  }

  private static Trip trip() {
    List<PlannedStop> stops = new ArrayList<>();
    for (Coordinates stop : STOPS) {
      StopType kind = stops.size() < 2 ? StopType.PICKUP : StopType.DELIVERY;
      stops.add(new PlannedStop(stops.size() + 1, kind, new Fence(stop, RADIUS), null, null));
    }
    return new Trip(new TripPlan(stops, false));
  }

  private static Trip drive(Noise noise, long seed) {
    Trip trip = trip();
    Status status = Status.PLANNED;
    for (SentFix sent : new SimulatedTruck(WAY, noise, seed)) {
      trip.offer(sent.fix(), PingRules.DEFAULT);
      assertThat(trip.progress().status()).isGreaterThanOrEqualTo(status);
      status = trip.progress().status();
    }
    return trip;
  }

  /** First moment, to the second, at which the truck truly is inside a stop's fence. */
  private static Instant entered(int stop) {
    Instant time = START;
    while (WAY.at(time).metersTo(STOPS.get(stop)) > RADIUS) {
      time = time.plusSeconds(1);
    }
    return time;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTypicalPhoneGivesTheTrueTimesToWithinItsGaps(long seed) {
    Trip trip = drive(Noise.TYPICAL, seed);

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().stops()).noneMatch(StopVisit::missed);
    assertThat(trip.progress().stops()).allMatch(StopVisit::isClosed);
    for (int i = 0; i < STOPS.size(); i++) {
      assertThat(trip.progress().stops().get(i).arrivedAt())
          .isBetween(entered(i).minusSeconds(10), entered(i).plus(Duration.ofMinutes(6)));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anAwfulPhoneNeverMakesATruckArriveWhereItIsNot(long seed) {
    Trip trip = drive(Noise.AWFUL, seed);

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    for (int i = 0; i < STOPS.size(); i++) {
      Instant arrivedAt = trip.progress().stops().get(i).arrivedAt();
      if (arrivedAt != null) {
        assertThat(WAY.at(arrivedAt).metersTo(STOPS.get(i))).isLessThan(RADIUS + 150);
      }
    }
  }

  @Test
  void theTrackOfAPerfectPhoneIsAsLongAsTheWay() {
    Trip trip = drive(Noise.NONE, 0);

    double trueMiles = 0;
    for (int i = 1; i < STOPS.size(); i++) {
      trueMiles += STOPS.get(i - 1).milesTo(STOPS.get(i));
    }
    trueMiles += new Coordinates(39.4, -84.6).milesTo(STOPS.get(0));
    assertThat(trip.track().distanceMiles()).isCloseTo(trueMiles + 5, within(5.0));
  }
}
