package io.freightsdk.internal.jobs.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NextReadTest {
  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");

  @Test
  void deliveredLoadIsNotRead() {
    LoadPosition over = load(stop(null, null, null)).status(LoadStatus.DELIVERED).build();
    assertThat(NextRead.timeAfter(over, NOW, NOW, 1)).isNull();
  }

  /** As the service has it, although its description does not list it. */
  @Test
  void unknownStatusAfterTheLastStopEndsReading() {
    LoadStatus pending = LoadStatus.of("DELIVERED_PENDING_BOL");
    PositionStop left = stop(null, in(-90), in(-30));
    assertThat(NextRead.timeAfter(load(left, left).status(pending).build(), NOW, NOW, 1)).isNull();
    LoadPosition atLast = load(left, stop(null, in(-10), null)).status(pending).build();
    assertThat(NextRead.timeAfter(atLast, NOW, NOW, 1)).isNotNull();
    LoadPosition waiting = load(left, left).status(LoadStatus.AT_DELIVERY).build();
    assertThat(NextRead.timeAfter(waiting, NOW, NOW, 1)).as("for its papers").isNotNull();
  }

  @Test
  void loadWithoutAFixIsReadWhenTheWindowOpens() {
    assertThat(wait(load(stop(in(30 * 60), null, null)))).hasHours(30);
  }

  @Test
  void eachMissDoublesTheWait() {
    assertThat(waitOfOld(load(stop(in(-5), null, null)), 1)).hasMinutes(20);
    assertThat(waitOfOld(load(stop(in(-40), null, null)), 1)).hasMinutes(40);
    assertThat(waitOfOld(load(stop(in(-80), null, null)), 1)).hasMinutes(80);
    assertThat(waitOfOld(load(stop(in(-100_000), null, null)), 1)).hasMinutes(100_000);
  }

  /** Its order waited for money meanwhile, and its driver has only just got the link. */
  @Test
  void loadCreatedAfterItsWindowIsOverdueSinceItsCreation() {
    LoadPosition late = load(stop(in(-2_000), null, null)).build();
    assertThat(NextRead.timeAfter(late, NOW, NOW, 1)).isEqualTo(in(20));
    assertThat(NextRead.timeAfter(late, NOW, NOW, 0.25)).isEqualTo(in(5));
    assertThat(NextRead.timeAfter(late, in(-80), NOW, 1)).isEqualTo(in(80));
    assertThat(NextRead.timeAfter(late, in(-80), NOW, 0.25)).isEqualTo(in(20));
  }

  @Test
  void loadAtAStopIsReadAfterTheUsualDwell() {
    assertThat(wait(load(stop(null, in(-15), null)))).hasMinutes(60);
  }

  @Test
  void drivingLoadIsReadAtTheEstimateOfItsNextStop() {
    LoadPosition.Builder road =
        load(stop(null, null, null), stop(null, in(-90), in(-30)), stop(in(600), null, null));
    assertThat(wait(road)).as("without an estimate: the window").hasMinutes(600);
    road.addGpsTrack(fix(-1, 40)).eta(eta(300));
    assertThat(wait(road)).hasMinutes(300);
    assertThat(NextRead.timeAfter(road.build(), NOW, NOW, 0.25)).isEqualTo(in(240));
  }

  @Test
  void standingTruckIsReadLaterThanItsEstimate() {
    LoadPosition.Builder parked = load(stop(null, null, null)).eta(eta(10));
    parked.addGpsTrack(fix(-500, 41)).addGpsTrack(fix(-400, 40)).addGpsTrack(fix(-1, 40));
    assertThat(wait(parked)).hasMinutes(100);
  }

  @Test
  void standingTruckIsReadBeforeTheWindowOfItsNextStop() {
    LoadPosition.Builder parked = load(stop(in(120), null, null)).eta(eta(10));
    parked.addGpsTrack(fix(-2_000, 40)).addGpsTrack(fix(-1, 40));
    assertThat(wait(parked)).hasMinutes(120);
    assertThat(wait(parked, 0.25)).as("it may be early").hasMinutes(90);
  }

  @Test
  void loadIsReadAtMostTwiceBeforeAnExpectedTime() {
    assertThat(wait(load(stop(in(30 * 60), null, null)), 0.25)).hasHours(29);
    LoadPosition.Builder seen = load(stop(in(100), null, null)).addGpsTrack(fix(-1, 40));
    assertThat(wait(seen, 0.25)).hasMinutes(75);
    assertThat(wait(load(stop(in(60), null, null)), 0.25))
        .as("its driver should have joined")
        .hasMinutes(30);
    assertThat(wait(load(stop(in(60), null, null)), 1)).hasMinutes(60);
  }

  /** Instead of the read before the window, so it costs nothing. */
  @Test
  void loadWithoutAFixIsReadWhenItsDriverShouldHaveJoined() {
    assertThat(wait(load(stop(in(120), null, null)), 0.25)).hasMinutes(60);
    assertThat(wait(load(stop(in(80), null, null)), 0.25)).as("just booked").hasMinutes(30);
    LoadPosition booked = load(stop(in(80), null, null)).build();
    assertThat(NextRead.timeAfter(booked, in(-20), NOW, 0.25)).isEqualTo(in(20));
  }

  @Test
  void overdueLoadWaitsForAQuarterOfItsDelay() {
    assertThat(waitOfOld(load(stop(in(-5), null, null)), 0.25)).hasMinutes(5);
    assertThat(waitOfOld(load(stop(in(-80), null, null)), 0.25)).hasMinutes(20);
  }

  /** Whole, with a budget or without. */
  @ParameterizedTest
  @ValueSource(doubles = {0.25, 1})
  void unjoinedLoadWaitsForASixthOfItsAge(double waitFraction) {
    LoadPosition unseen = load(stop(null, null, null)).build();
    assertThat(NextRead.timeAfter(unseen, NOW, NOW, waitFraction)).isEqualTo(in(120));
    assertThat(NextRead.timeAfter(unseen, in(-18 * 60), NOW, waitFraction)).isEqualTo(in(180));
    assertThat(NextRead.timeAfter(unseen, in(-72 * 60), NOW, waitFraction)).isEqualTo(in(360));
  }

  @Test
  void driveWithoutAnEstimateIsReadAfterAPartOfItsDuration() {
    LoadPosition.Builder road =
        load(stop(null, in(-600), in(-480)), stop(null, null, null)).addGpsTrack(fix(-1, 40));
    assertThat(wait(road)).hasHours(2);
    assertThat(wait(road, 0.25)).hasHours(2);
    road.stops(List.of(stop(null, in(-300), in(-200)), stop(null, null, null)));
    assertThat(wait(road, 0.25)).hasMinutes(50);
    road.stops(List.of(stop(null, in(-300), in(-10)), stop(null, null, null)));
    assertThat(wait(road, 0.25)).hasMinutes(20);
    road.addGpsTrack(fix(-800, 40)).gpsTrack(List.of(fix(-800, 40), fix(-1, 40)));
    assertThat(wait(road, 0.25)).as("it stands").hasMinutes(200);
  }

  @Test
  void skippedStopIsNotWaitedFor() {
    LoadPosition.Builder road =
        load(stop(null, in(-500), null), stop(null, in(-60), in(-20)), stop(in(90), null, null));
    assertThat(wait(road)).hasMinutes(90);
  }

  @Test
  void silentPhoneCountsAsAStandingTruck() {
    LoadPosition.Builder silent = load(stop(null, null, null)).eta(eta(10));
    assertThat(wait(silent.addGpsTrack(fix(-400, 40)))).hasMinutes(100);
  }

  @Test
  void estimateBeforeTheFirstFixIsIgnored() {
    assertThat(wait(load(stop(in(600), null, null)).eta(eta(300)))).hasMinutes(600);
  }

  @Test
  void loadThatLeftAllStopsIsReadAfterTheUsualDwell() {
    assertThat(wait(load(stop(null, in(-60), in(-10))))).hasMinutes(65);
    assertThat(waitOfOld(load(stop(null, in(-900), in(-800))), 1)).as("overdue").hasMinutes(725);
  }

  @Test
  void loadIsReadAtMostEveryTwoMinutes() {
    LoadPosition atAStop = load(stop(null, in(-74), null)).build();
    assertThat(NextRead.timeAfter(atAStop, NOW, NOW, 0.25)).isEqualTo(in(2));
  }

  @Test
  void farAwayTimesLimitTheWait() {
    Instant far = Instant.parse("+900000000-01-01T00:00:00Z");
    assertThat(wait(load(stop(far, null, null)))).hasDays(365);
    LoadPosition.Builder road = load(stop(null, null, null)).addGpsTrack(fix(-1, 40));
    road.eta(Eta.builder().put("nextStopEta", "9999-12-31T00:00:00Z").build());
    assertThat(wait(road)).hasDays(2);
    road.eta(Eta.builder().put("reason", "NO_COORDINATES").build());
    assertThat(wait(road)).as("a reason only").hasMinutes(20);
  }

  private static Duration wait(LoadPosition.Builder position) {
    return wait(position, 1);
  }

  /** Of a load that was followed before any of its times. */
  private static Duration waitOfOld(LoadPosition.Builder position, double waitFraction) {
    return Duration.between(
        NOW, NextRead.timeAfter(position.build(), in(-200_000), NOW, waitFraction));
  }

  private static Duration wait(LoadPosition.Builder position, double waitFraction) {
    return Duration.between(NOW, NextRead.timeAfter(position.build(), NOW, NOW, waitFraction));
  }

  /** A load is planned until its first arrival. */
  private static LoadPosition.Builder load(PositionStop... stops) {
    boolean isUnderWay = Stream.of(stops).anyMatch(stop -> stop.arrivedAt() != null);
    return LoadPosition.builder()
        .loadNumber("L")
        .status(isUnderWay ? LoadStatus.IN_TRANSIT : LoadStatus.PLANNED)
        .stops(List.of(stops));
  }

  private static PositionStop stop(Instant window, Instant arrived, Instant departed) {
    return PositionStop.builder()
        .windowFrom(window)
        .arrivedAt(arrived)
        .departedAt(departed)
        .build();
  }

  private static GpsPoint fix(int minute, double lat) {
    return GpsPoint.builder().lat(lat).lng(-84.0).ts(in(minute)).build();
  }

  private static Eta eta(int minute) {
    return Eta.builder().put("nextStopEta", in(minute).toString()).build();
  }

  private static Instant in(int minutes) {
    return NOW.plus(Duration.ofMinutes(minutes));
  }
}
