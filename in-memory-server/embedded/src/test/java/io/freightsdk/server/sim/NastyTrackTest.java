package io.freightsdk.server.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingReader;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.domain.trip.TripPlan;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import io.freightsdk.server.sim.NastyTrack.Expected;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NastyTrackTest {
  private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");

  @ParameterizedTest
  @EnumSource(NastyTrack.class)
  void theRulesOfTheServiceGiveWhatIsExpected(NastyTrack track) {
    Trip trip = new Trip(plan(track));
    Map<String, Integer> refused = new TreeMap<>();

    for (SentFix sent : track.sentFrom(START)) {
      String refusal = send(trip, sent);
      if (refusal != null) {
        refused.merge(refusal, 1, Integer::sum);
      }
    }

    Expected expected = track.expectedFrom(START);
    PositionFigures figures = PositionFigures.of(trip.progress(), trip.track());
    assertThat(refused).isEqualTo(expected.refused());
    assertThat(LoadStatus.of(trip.progress().status().name())).isEqualTo(expected.status());
    assertThat(figures.pingCount()).isEqualTo(expected.pingCount());
    assertThat(figures.distanceMiles()).isEqualTo(expected.distanceMiles());
    assertThat(visit(trip.progress().stops().get(0))).isEqualTo(expected.pickup());
    assertThat(visit(trip.progress().stops().get(1))).isEqualTo(expected.delivery());
    assertThat(trip.progress().stops()).noneMatch(StopVisit::missed);
  }

  @Test
  void theDateLineIsCrossedByTheShortWay() {
    assertThat(NastyTrack.DATE_LINE.expectedFrom(START).distanceMiles()).isEqualTo(59.7);
  }

  @ParameterizedTest
  @EnumSource(NastyTrack.class)
  void theLoadIsOrderedWithItsCoordinates(NastyTrack track) {
    CreateLoadInput load = track.load("+13125550142");

    assertThat(load.pickups().get(0).lat()).isEqualTo(track.pickup().lat());
    assertThat(load.deliveries().get(0).lng()).isEqualTo(track.delivery().lng());
  }

  private static TripPlan plan(NastyTrack track) {
    return new TripPlan(
        List.of(
            stop(1, StopType.PICKUP, track.pickup()), stop(2, StopType.DELIVERY, track.delivery())),
        false);
  }

  private static PlannedStop stop(int sequence, StopType kind, Coordinates at) {
    return new PlannedStop(sequence, kind, new Fence(at, Fence.DEFAULT_RADIUS_METERS), null, null);
  }

  private static String send(Trip trip, SentFix sent) {
    Fix fix = sent.fix();
    RawPing ping =
        new RawPing(
            fix.at().lat(),
            fix.at().lng(),
            fix.accuracyMeters(),
            null,
            null,
            fix.time().toString());
    PingVerdict reading = PingReader.read(ping, sent.sentAt(), PingRules.DEFAULT);
    PingVerdict verdict = reading.isKept() ? trip.offer(reading.fix(), PingRules.DEFAULT) : reading;
    return verdict.isKept() ? null : verdict.refusal().code();
  }

  private static Expected.Visit visit(StopVisit stop) {
    return new Expected.Visit(stop.arrivedAt(), stop.departedAt());
  }
}
