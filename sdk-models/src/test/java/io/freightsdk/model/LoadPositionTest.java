package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadPositionTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Instant ESTIMATE = Instant.parse("2026-11-20T19:05:00Z");

  /** The service estimates in each row, to show where its estimate is not passed on. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it is planned, without a fix | PLANNED     |          |          | false | Cincinnati  | false
          it drives to its pickup      | PLANNED     |          |          | true  | Cincinnati  | true
          it is at its pickup          | AT_PICKUP   | arrived  |          | true  | Sevierville | false
          it drives to its delivery    | IN_TRANSIT  | departed |          | true  | Sevierville | true
          it has passed its pickup by  | AT_DELIVERY |          | arrived  | true  |             | false
          it waits at its delivery     | AT_DELIVERY | departed | arrived  | true  |             | false
          it is delivered              | DELIVERED   | departed | arrived  | true  |             | false
          it has left its delivery     | DELIVERED   | departed | departed | true  |             | false
          its load was cancelled       | CANCELLED   | departed |          | true  |             | false
          its arrival is not readable  | AT_PICKUP   |          |          | true  |             | false
          its times are not readable   | IN_TRANSIT  |          |          | true  |             | false
          its times and status are new | DISPATCHED  |          |          | true  |             | false
          only its departure is        | IN_TRANSIT  | arrived  |          | true  | Sevierville | false
          """)
  void nextStopAndItsEtaFollowTheTruck(
      String truck,
      String status,
      @Nullable String pickup,
      @Nullable String delivery,
      boolean hasFix,
      @Nullable String nextStop,
      boolean hasEta) {
    LoadPosition position =
        LoadPosition.builder()
            .loadNumber("LD-1")
            .status(LoadStatus.of(status))
            .stops(stop("Cincinnati", pickup), stop("Sevierville", delivery))
            .gpsTrack(hasFix ? List.of(fix(11)) : List.of())
            .eta(Eta.builder().put("nextStopEta", ESTIMATE.toString()).build())
            .build();
    PositionStop next = position.nextStop();
    assertThat(next == null ? null : next.city()).isEqualTo(nextStop);
    assertThat(position.nextStopEta()).isEqualTo(hasEta ? ESTIMATE : null);
  }

  @Test
  void latestFixIsTheNewest() {
    LoadPosition.Builder position =
        LoadPosition.builder().loadNumber("LD-1").status(LoadStatus.IN_TRANSIT);
    assertThat(position.build().latestFix()).isNull();
    assertThat(position.gpsTrack(fix(10), fix(11)).build().latestFix()).isEqualTo(fix(11));
  }

  @Test
  void nextStopAndEtaAreNullWithoutStopsAndEstimate() {
    LoadPosition.Builder position =
        LoadPosition.builder().loadNumber("LD-1").status(LoadStatus.PLANNED).gpsTrack(fix(10));
    assertThat(position.build().nextStop()).isNull();
    position.stops(stop("Cincinnati", null));
    assertThat(position.build().nextStopEta()).isNull();
    position.eta(Eta.builder().put("reason", "no_coordinates").build());
    assertThat(position.build().nextStopEta()).isNull();
  }

  private static PositionStop stop(String city, @Nullable String reached) {
    return PositionStop.builder()
        .city(city)
        .arrivedAt(reached == null ? null : NOON)
        .departedAt("departed".equals(reached) ? NOON.plusSeconds(1800) : null)
        .build();
  }

  private static GpsPoint fix(int hour) {
    return GpsPoint.builder().lat(39.1).lng(-84.5).ts(NOON.plusSeconds(hour * 3600L)).build();
  }
}
