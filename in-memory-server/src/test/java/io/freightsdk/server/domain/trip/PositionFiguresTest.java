package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionFiguresTest {
  private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
  private static final Coordinates PICKUP = new Coordinates(32.7767, -96.7970);
  private static final Coordinates DELIVERY = new Coordinates(29.7604, -95.3698);

  private static LoadTrip trip(Instant windowTo) {
    return new LoadTrip(
        new TripPlan(
            List.of(
                new PlannedStop(1, StopType.PICKUP, new Fence(PICKUP, 3_200), null, null),
                new PlannedStop(2, StopType.DELIVERY, new Fence(DELIVERY, 3_200), null, windowTo)),
            false));
  }

  private static void see(LoadTrip trip, Duration afterNoon, Coordinates at) {
    trip.offer(new Fix(NOON.plus(afterNoon), at, 10.0, null, null), PingRules.BULK);
  }

  private static PositionFigures figures(LoadTrip trip) {
    return PositionFigures.of(trip.progress(), trip.track());
  }

  /** A load whose window ends at noon and that is delivered this much later. */
  private static PositionFigures delivered(Duration late) {
    LoadTrip trip = trip(NOON);
    see(trip, Duration.ofHours(-8), PICKUP);
    see(trip, Duration.ofHours(-6), PICKUP.towards(DELIVERY, 0.5));
    see(trip, Duration.ofHours(-5), PICKUP.towards(DELIVERY, 0.6));
    see(trip, late, DELIVERY);
    return figures(trip);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0, true",
    "PT-3H, -180, true",
    "PT-30S, 0, true",
    "PT-31S, -1, true",
    "PT14M59S, 15, true",
    "PT15M, 15, true",
    "PT15M29S, 15, true",
    "PT15M29.999S, 15, true",
    "PT15M30S, 16, false",
    "PT16M, 16, false",
    "PT26H, 1560, false",
  })
  void graceIsFifteenMinutesOfTheRoundedDelay(Duration late, int delay, boolean onTime) {
    PositionFigures figures = delivered(late);

    assertThat(figures.delayMinutes()).isEqualTo(delay);
    assertThat(figures.onTime()).isEqualTo(onTime);
  }

  @Test
  void withoutAWindowThereIsNoDelay() {
    LoadTrip trip = trip(null);
    see(trip, Duration.ZERO, PICKUP);
    see(trip, Duration.ofHours(3), PICKUP.towards(DELIVERY, 0.5));
    see(trip, Duration.ofHours(4), PICKUP.towards(DELIVERY, 0.6));
    see(trip, Duration.ofHours(8), DELIVERY);

    assertThat(trip.progress().deliveredAt()).isNotNull();
    assertThat(figures(trip).delayMinutes()).isNull();
    assertThat(figures(trip).onTime()).isNull();
  }

  @Test
  void beforeDeliveryThereIsNoDelayHoweverLateItIs() {
    LoadTrip trip = trip(NOON);
    see(trip, Duration.ofHours(100), PICKUP);

    assertThat(figures(trip).delayMinutes()).isNull();
    assertThat(figures(trip).onTime()).isNull();
  }

  @Test
  void distanceNeedsTwoFixesAndHasOneDecimal() {
    LoadTrip trip = trip(NOON);
    assertThat(figures(trip).distanceMiles()).isNull();
    assertThat(figures(trip).pingCount()).isZero();

    see(trip, Duration.ZERO, PICKUP);
    assertThat(figures(trip).distanceMiles()).isNull();

    see(trip, Duration.ofHours(5), DELIVERY);
    assertThat(figures(trip).distanceMiles()).isEqualTo(224.8);
    assertThat(figures(trip).pingCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"PT40M29S, 40", "PT40M30S, 41", "PT2M, 2"})
  void dwellIsRoundedToTheMinute(Duration stay, int minutes) {
    LoadTrip trip = trip(NOON);
    see(trip, Duration.ZERO, PICKUP);
    assertThat(figures(trip).pickupDwellMinutes()).isNull();

    see(trip, stay, PICKUP.travel(180, 5_000));
    see(trip, stay.plusMinutes(5), PICKUP.travel(180, 10_000));

    assertThat(figures(trip).pickupDwellMinutes()).isEqualTo(minutes);
    assertThat(figures(trip).deliveryDwellMinutes()).isNull();
  }

  @Test
  void aPickupThatWasNotSeenHasNoDwell() {
    LoadTrip trip = trip(NOON);
    see(trip, Duration.ZERO, DELIVERY);
    see(trip, Duration.ofHours(20), DELIVERY);
    trip.deliverByHand(NOON.plus(Duration.ofHours(21)));

    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
    assertThat(figures(trip).pickupDwellMinutes()).isNull();
  }

  @Test
  void windowIsTwoHoursLongByDefault() {
    assertThat(PlannedStop.windowEnd(NOON, Duration.ofHours(2)))
        .isEqualTo(NOON.plus(Duration.ofHours(2)));
    assertThat(PlannedStop.windowEnd(NOON, Duration.ZERO)).isNull();
    assertThat(PlannedStop.windowEnd(null, Duration.ofHours(2))).isNull();
    assertThat(PlannedStop.windowEnd(Instant.parse("9999-12-31T23:00:00Z"), Duration.ofHours(2)))
        .isEqualTo(PlannedStop.MAX_TIME);
  }
}
