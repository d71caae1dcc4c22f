package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.ON_ARRIVAL;
import static io.freightsdk.server.domain.trip.TripSamples.after;
import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static io.freightsdk.server.domain.trip.TripSamples.offStop;
import static io.freightsdk.server.domain.trip.TripSamples.plan;
import static io.freightsdk.server.domain.trip.TripSamples.sharp;
import static io.freightsdk.server.domain.trip.TripSamples.stopAt;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The scenes of {@code CHOICES.md}, minute by minute. */
class TripScenesTest {
  private final List<Fix> fixes = new ArrayList<>();
  private LoadTrip trip;

  /** A fix a minute at one place. */
  private void parks(int from, int until, Coordinates place) {
    for (int minute = from; minute <= until; minute++) fixes.add(sharp(minute, place));
  }

  private void isSeen(int minute, Coordinates place) {
    fixes.add(sharp(minute, place));
  }

  private void sendTo(TripPlan plan) {
    trip = TripSamples.drive(plan, fixes);
  }

  private StopVisit stop(int sequence) {
    return trip.progress().stopVisits().get(sequence - 1);
  }

  private static Fence exact(Coordinates place) {
    return new Fence(place, Fence.DEFAULT_RADIUS_METERS);
  }

  private static TripPlan byZipCode(Coordinates... middles) {
    PlannedStop.Address zip = new PlannedStop.Address("", "", "", "", "", "zip");
    List<PlannedStop> stops = new ArrayList<>();
    for (Coordinates middle : middles) {
      StopType type = stops.isEmpty() ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(middle, 8_000, true);
      stops.add(new PlannedStop(stops.size() + 1, type, fence, null, null, zip));
    }
    return new TripPlan(stops, ON_ARRIVAL);
  }

  @Test
  void aTruckAtASecondDock210MetersAwayHasDeparted() {
    parks(0, 20, stopAt(1));
    parks(22, 40, offStop(1, 210));
    sendTo(TripSamples.plan(exact(stopAt(1)), exact(offStop(1, 210))));

    assertThat(stop(1).departedAt()).isEqualTo(minute(22));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(22));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void aRoundFromAYardOf150MetersIsDeliveredWhenItBegins() {
    parks(0, 20, stopAt(1));
    parks(22, 40, offStop(1, 150));
    TripPlan plan = TripSamples.plan(exact(stopAt(1)), exact(offStop(1, 150)));
    sendTo(plan);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    isSeen(46, offStop(1, 5_000));
    isSeen(47, offStop(1, 6_000));
    sendTo(plan);
    assertThat(stop(1).departedAt()).isEqualTo(minute(46));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(46));
    assertThat(stop(2).departedAt()).isEqualTo(minute(46));
    assertThat(trip.progress().status()).isEqualTo(Status.DELIVERED);
  }

  @Test
  void theSecondPlaceOfAZipCodeIsTheSecondStop() {
    parks(0, 20, offStop(1, 2_000));
    parks(25, 28, offStop(1, -1_000));
    sendTo(byZipCode(stopAt(1), stopAt(1)));
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    isSeen(29, offStop(1, -1_000));
    sendTo(byZipCode(stopAt(1), stopAt(1)));
    assertThat(stop(1).departedAt()).isEqualTo(minute(25));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(25));
  }

  @Test
  void aTruckInTwoFencesIsWhereItParks() {
    Coordinates south = offStop(1, -4_000);
    parks(0, 10, offStop(1, 1_000));
    parks(18, 28, offStop(1, -3_000));
    sendTo(byZipCode(stopAt(1), south));

    assertThat(stop(1).departedAt()).isEqualTo(minute(18));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(18));
  }

  @Test
  void aStopSkippedInOneCityIsMissedByTheNearestPlace() {
    parks(0, 10, stopAt(1));
    parks(20, 30, offStop(1, -7_500));
    sendTo(byZipCode(stopAt(1), offStop(1, -4_000), offStop(1, -8_000)));

    assertThat(stop(1).departedAt()).isEqualTo(minute(20));
    assertThat(stop(2).isMissed()).isTrue();
    assertThat(stop(3).arrivedAt()).isEqualTo(minute(20));
  }

  @Test
  void aHomeNearTheDeliveryInThePickupsFenceDeliversNothing() {
    TripPlan plan = TripSamples.plan(exact(stopAt(1)), exact(offStop(1, 3_000)));
    parks(0, 30, offStop(1, 2_500));
    parks(600, 630, offStop(1, 2_500));
    sendTo(plan);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(stop(2).arrivedAt()).isNull();

    parks(640, 660, stopAt(1));
    parks(667, 669, offStop(1, 3_000));
    sendTo(plan);
    assertThat(stop(1).departedAt()).isEqualTo(minute(667));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(667));
  }

  private static PlannedStop pickup(int sequence, Fence fence, String precision) {
    PlannedStop.Address address = new PlannedStop.Address("", "", "", "", "", precision);
    return new PlannedStop(sequence, StopType.PICKUP, fence, null, null, address);
  }

  private static TripPlan twoPickups(PlannedStop first, PlannedStop second, Fence delivery) {
    PlannedStop last = new PlannedStop(3, StopType.DELIVERY, delivery, null, null);
    return new TripPlan(List.of(first, second, last), ON_ARRIVAL);
  }

  @Test
  void aTruckInTheWiderFenceOfTwoPickupsHasArrivedAndStays() {
    PlannedStop narrow = pickup(1, exact(stopAt(1)), "exact");
    PlannedStop wide = pickup(2, new Fence(offStop(1, -140), 8_000), "exact");
    TripPlan plan = twoPickups(narrow, wide, exact(offStop(1, -315)));
    isSeen(1, offStop(1, 4_450));
    sendTo(plan);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    parks(2, 300, offStop(1, 4_450));
    sendTo(plan);
    assertThat(stop(2)).isEqualTo(stop(1));
    assertThat(stop(1).arrivedAt()).isEqualTo(minute(1));
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    isSeen(310, offStop(1, 11_000));
    isSeen(311, offStop(1, 12_000));
    sendTo(plan);
    assertThat(stop(2)).isEqualTo(stop(1));
    assertThat(stop(1).departedAt()).isEqualTo(minute(310));
  }

  /** A small town: one pickup is known by its ZIP code, the other one by its city. */
  @Test
  void aTruckThatParksFarFromTwoPickupsOfATownStays() {
    PlannedStop byZipCode = pickup(1, new Fence(stopAt(1), 8_000, true), "zip");
    PlannedStop byCity = pickup(2, new Fence(offStop(1, -100), 16_000, true), "city");
    TripPlan plan = twoPickups(byZipCode, byCity, exact(stopAt(2)));
    isSeen(0, offStop(1, 12_000));
    sendTo(plan);
    assertThat(trip.progress().status()).isEqualTo(Status.PLANNED);
    assertThat(trip.explain(1).get(0).events())
        .singleElement()
        .asString()
        .startsWith("inside stop 2, but over 3,200 m from a place that is known by its city");

    parks(1, 60, offStop(1, 12_000));
    sendTo(plan);
    assertThat(stop(2)).isEqualTo(stop(1));
    assertThat(stop(1).arrivedAt()).isEqualTo(minute(0));
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
  }

  @Test
  void aStayOfThreeMinutesAtTwoStopsWithCoordinatesIsAVisit() {
    parks(0, 3, stopAt(1));
    isSeen(5, offStop(1, 1_000));
    isSeen(6, offStop(1, 2_000));
    parks(7, 10, offStop(1, 3_000));
    sendTo(TripSamples.plan(exact(stopAt(1)), exact(offStop(1, 3_000))));

    assertThat(stop(1).departedAt()).isEqualTo(minute(5));
    assertThat(stop(2).arrivedAt()).isEqualTo(minute(7));
  }

  @Test
  void aSkippedStopIsMissedWhenTheTruckParksAtALaterStop() {
    parks(0, 20, stopAt(1));
    isSeen(50, after(1));
    isSeen(51, after(1));
    isSeen(200, offStop(3, 2_000));
    parks(202, 205, stopAt(3));
    sendTo(plan(ON_ARRIVAL, 1, 3));
    assertThat(stop(2).isMissed()).isFalse();

    isSeen(206, stopAt(3));
    sendTo(plan(ON_ARRIVAL, 1, 3));
    assertThat(stop(2).isMissed()).isTrue();
    assertThat(stop(2).departedAt()).isNull();
    assertThat(stop(3).arrivedAt()).isEqualTo(minute(202));
  }

  @Test
  void anHourOfSleepAtADockOfAZipCodeIsAnArrival() {
    fixes.addAll(loadedFarAway());
    isSeen(0, offStop(2, 9_000));
    isSeen(1, offStop(2, 7_000));
    isSeen(61, offStop(2, 6_500));
    sendTo(byZipCode(stopAt(1), stopAt(2)));

    assertThat(stop(2).arrivedAt()).isEqualTo(minute(1));
  }

  private static List<Fix> loadedFarAway() {
    return List.of(sharp(-300, stopAt(1)), sharp(-280, after(1)), sharp(-279, after(1)));
  }

  @Test
  void anHourWithoutANetworkLosesNothingInAnyOrder() {
    parks(0, 20, stopAt(1));
    for (int i = 1; i < 60; i++) isSeen(20 + i, stopAt(1).towards(stopAt(2), i / 60.0));
    parks(80, 100, stopAt(2));
    sendTo(plan(ON_ARRIVAL, 1, 1));
    List<StopVisit> inOrder = trip.progress().stopVisits();
    for (long seed = 1; seed <= 50; seed++) {
      List<Fix> buffer = new ArrayList<>(fixes.subList(15, 85));
      Collections.shuffle(buffer, new Random(seed));
      List<Fix> late = new ArrayList<>(fixes.subList(0, 15));
      late.addAll(fixes.subList(85, fixes.size()));
      late.addAll(buffer);
      LoadTrip mixed = TripSamples.drive(plan(ON_ARRIVAL, 1, 1), late);

      for (int i = 0; i < 2; i++) {
        StopVisit visit = mixed.progress().stopVisits().get(i);
        assertThat(visit.arrivedAt()).isEqualTo(inOrder.get(i).arrivedAt());
        assertThat(visit.departedAt()).isEqualTo(inOrder.get(i).departedAt());
      }
    }
  }
}
