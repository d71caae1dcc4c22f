package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.ON_ARRIVAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.RecordedDrive;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DriveOfARecordingTest {
  private static final String DRIVES = "io.freightsdk.server.domain.RecordedDrive#all";
  private static final Coordinates KNOXVILLE_37902 = new Coordinates(35.9625, -83.9208);
  private static final Coordinates WILLIAMSBURG_40769 = new Coordinates(36.7434, -84.1597);

  private static TripPlan plan(Coordinates pickup, Coordinates... deliveries) {
    List<PlannedStop> stops = new ArrayList<>();
    stops.add(new PlannedStop(1, StopType.PICKUP, new Fence(pickup, 3_200), null, null));
    for (Coordinates delivery : deliveries) {
      Fence fence = new Fence(delivery, 3_200);
      stops.add(new PlannedStop(stops.size() + 1, StopType.DELIVERY, fence, null, null));
    }
    return new TripPlan(stops, ON_ARRIVAL);
  }

  private Map<PingRefusal, Integer> offerAll(Trip trip, List<Fix> all, PingRules rules) {
    Map<PingRefusal, Integer> refused = new EnumMap<>(PingRefusal.class);
    for (Fix fix : all) {
      PingVerdict verdict = trip.offer(fix, rules);
      if (!verdict.isKept()) refused.merge(verdict.refusal(), 1, Integer::sum);
    }
    return refused;
  }

  private static TripPlan fromEndToEnd(List<Fix> fixes) {
    return plan(fixes.get(0).at(), fixes.get(fixes.size() - 1).at());
  }

  @ParameterizedTest
  @MethodSource(DRIVES)
  void withoutThrottleEveryFixIsKept(RecordedDrive drive) {
    List<Fix> fixes = drive.fixes();
    Trip trip = new Trip(fromEndToEnd(fixes));

    assertThat(offerAll(trip, fixes, PingRules.DEFAULT.withThrottle(Duration.ZERO))).isEmpty();

    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());
    assertThat(figures.pingCount()).isEqualTo(fixes.size()).isGreaterThan(500);
    assertThat(figures.distanceMiles()).isCloseTo(RecordedDrive.miles(fixes), within(0.05));
    assertThat(trip.track().distanceMiles()).isCloseTo(RecordedDrive.miles(fixes), within(1e-6));
  }

  @ParameterizedTest
  @MethodSource(DRIVES)
  void theThrottleDropsWhatComesWithinThirtySeconds(RecordedDrive drive) {
    List<Fix> fixes = drive.fixes();
    List<Fix> kept = RecordedDrive.throttled(fixes);
    Trip trip = new Trip(fromEndToEnd(fixes));

    assertThat(offerAll(trip, fixes, PingRules.DEFAULT))
        .isEqualTo(Map.of(PingRefusal.THROTTLED, fixes.size() - kept.size()));

    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());
    assertThat(figures.pingCount()).isEqualTo(kept.size());
    assertThat(trip.track().distanceMiles()).isCloseTo(RecordedDrive.miles(kept), within(1e-6));
  }

  /** As two other programs measured it. */
  @Test
  void theFiguresOfTheRealDriveAreThoseOfOtherPrograms() {
    RecordedDrive drive = RecordedDrive.real().orElse(null);
    assumeThat(drive).as("the real drive is not beside the project").isNotNull();
    List<Fix> kept = RecordedDrive.throttled(drive.fixes());

    assertThat(drive.fixes()).hasSize(580);
    assertThat(RecordedDrive.miles(drive.fixes())).isCloseTo(296.851, within(0.0005));
    assertThat(kept).hasSize(356);
    assertThat(RecordedDrive.miles(kept)).isCloseTo(294.213, within(0.0005));
  }

  @ParameterizedTest
  @MethodSource(DRIVES)
  void theTruckArrivesAtItsFirstFixDepartsAndDeliversAtTheEnd(RecordedDrive drive) {
    List<Fix> fixes = drive.fixes();
    Trip trip = new Trip(fromEndToEnd(fixes));
    offerAll(trip, fixes, PingRules.DEFAULT);

    Instant last = fixes.get(fixes.size() - 1).time();
    StopVisit pickup = trip.progress().stops().get(0);
    assertThat(pickup.arrivedAt()).isEqualTo(fixes.get(0).time());
    assertThat(pickup.departedAt())
        .isBetween(fixes.get(0).time(), fixes.get(0).time().plus(Duration.ofMinutes(10)));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(trip.progress().deliveredAt()).isBetween(last.minus(Duration.ofMinutes(20)), last);
  }

  @ParameterizedTest
  @MethodSource(DRIVES)
  void drivingByOrGrazingALaterStopIsNoArrival(RecordedDrive drive) {
    List<Fix> fixes = drive.fixes();
    Coordinates elsewhere = new Coordinates(38.25, -85.76);
    for (Coordinates later : List.of(KNOXVILLE_37902, WILLIAMSBURG_40769)) {
      Trip trip = new Trip(plan(fixes.get(0).at(), elsewhere, later));
      offerAll(trip, fixes, PingRules.DEFAULT);

      long inside = fixes.stream().filter(fix -> fix.at().metersTo(later) <= 3_200).count();
      assertThat(inside).isPositive();
      assertThat(trip.progress().status()).isEqualTo(Status.IN_TRANSIT);
      assertThat(trip.progress().stops().get(1).missed()).isFalse();
      assertThat(trip.progress().stops().get(2).isArrived()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource(DRIVES)
  void theOrderOfDeliveryDoesNotMatter(RecordedDrive drive) {
    List<Fix> fixes = drive.fixes();
    PingRules unthrottled = PingRules.DEFAULT.withThrottle(Duration.ZERO);
    Trip inOrder = new Trip(fromEndToEnd(fixes));
    offerAll(inOrder, fixes, unthrottled);
    List<Fix> mixed = new ArrayList<>(fixes);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(mixed, new Random(seed));
      Trip trip = new Trip(fromEndToEnd(fixes));

      assertThat(offerAll(trip, mixed, unthrottled)).isEmpty();

      assertThat(trip.progress().visits()).isEqualTo(inOrder.progress().visits());
      assertThat(trip.track().distanceMiles()).isEqualTo(inOrder.track().distanceMiles());
    }
  }
}
