package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.fix;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Fix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The faults of the real service that this one must not have. */
class RealServiceFaultsTest {
  @ParameterizedTest
  @CsvSource(
      value = {"null", "51", "100", "150"},
      nullValues = "null")
  void twoCoarseFixesArrive(Double accuracy) {
    Progress progress = Progress.of(plan(ON_ARRIVAL, 1, 1));

    progress = progress.advance(fix(1, stopAt(1), accuracy));
    assertThat(progress.status()).isEqualTo(Status.PLANNED);
    progress = progress.advance(fix(2, stopAt(1), accuracy));

    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(1));
  }

  @ParameterizedTest
  @CsvSource(
      value = {"null", "51", "100", "150"},
      nullValues = "null")
  void coarseFixesArriveAtTheLastStopAfterAMissedStop(Double accuracy) {
    Progress progress =
        after(
            plan(ON_ARRIVAL, 1, 2),
            fix(0, stopAt(1), accuracy),
            fix(1, stopAt(1), accuracy),
            fix(30, after(1), accuracy),
            fix(31, after(1), accuracy));
    for (int minute = 200; minute < 320; minute++) {
      progress = progress.advance(fix(minute, stopAt(3), accuracy));
    }

    assertThat(progress.status()).isEqualTo(Status.DELIVERED);
    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
    assertThat(progress.deliveredAt()).isEqualTo(minute(200));
  }

  @Test
  void passingTheLastStopBeforeThePickupChangesNothing() {
    LoadTrip trip = new LoadTrip(plan(ON_ARRIVAL, 1, 1));
    for (int i = 0; i < 8; i++) {
      trip.offer(sharp(i, offStop(2, -2_800 + 800 * i)), TripSamples.ANY_TIME);
    }
    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);

    trip.offer(sharp(60, stopAt(1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(trip.progress().stopVisits().get(1).isArrived()).isFalse();
  }

  @Test
  void theLastStopsDepartureIsRecordedSoThatItsDwellIsKnown() {
    LoadTrip trip =
        TripSamples.drive(
            plan(ON_ARRIVAL, 1, 1),
            List.of(
                sharp(0, stopAt(1)),
                sharp(40, after(1)),
                sharp(41, after(1)),
                sharp(120, stopAt(2)),
                sharp(140, stopAt(2)),
                sharp(155, offStop(2, 20_000)),
                sharp(156, offStop(2, 22_000))));

    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());
    assertThat(figures.pickupDwellMinutes()).isEqualTo(40);
    assertThat(figures.deliveryDwellMinutes()).isEqualTo(35);
  }

  @Test
  void truckParkedInTheGreyZoneDepartsWhenItIsGone() {
    Progress progress = Progress.of(plan(ON_ARRIVAL, 1, 1)).advance(sharp(0, stopAt(1)));
    for (int i = 1; i <= 30; i++) {
      progress = progress.advance(sharp(i, offStop(1, 3_600)));
    }
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);

    progress = progress.advance(sharp(31, offStop(1, 4_300)));
    assertThat(progress.status()).isEqualTo(Status.AT_PICKUP);
    progress = progress.advance(sharp(32, offStop(1, 9_000)));

    assertThat(progress.status()).isEqualTo(Status.IN_TRANSIT);
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(31));
  }

  @Test
  void stopTimesAreTheFixesOwnHoweverLateTheyCome() {
    List<Fix> buffer = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      buffer.add(fix(10 + i, stopAt(1), 120.0));
    }
    buffer.add(sharp(17, offStop(1, 5_000)));
    buffer.add(sharp(18, offStop(1, 6_500)));

    Progress progress = TripSamples.drive(plan(ON_ARRIVAL, 1, 1), buffer).progress();

    assertThat(progress.stopVisits().get(0).arrivedAt()).isEqualTo(minute(10));
    assertThat(progress.stopVisits().get(0).departedAt()).isEqualTo(minute(17));
  }

  @Test
  void theLatestFiveHundredAreTheLatestAndTheFiguresCoverAll() {
    LoadTrip trip = new LoadTrip(plan(ON_ARRIVAL, 1, 1));
    for (int i = 0; i < 700; i++) {
      trip.offer(sharp(i, offStop(1, 10_000 + 100 * i)), TripSamples.ANY_TIME);
    }

    List<Fix> latest = trip.track().latestFixes(500);
    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());

    assertThat(latest).hasSize(500);
    assertThat(latest.get(0).time()).isEqualTo(minute(200));
    assertThat(latest.get(499).time()).isEqualTo(minute(699));
    assertThat(figures.pingCount()).isEqualTo(700);
    assertThat(figures.distanceMiles()).isEqualTo(43.4);
  }
}
