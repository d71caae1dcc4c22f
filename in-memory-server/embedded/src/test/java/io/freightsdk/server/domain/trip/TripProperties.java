package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.view.FixExplanation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TripProperties {
  private static final Double[] ACCURACIES = {null, 5.0, 50.0, 51.0, 150.0, 900.0};

  /** A load and the fixes of an honest drive over its stops. */
  record Drive(TripPlan plan, List<Fix> fixes) {}

  @Provide
  Arbitrary<Drive> honestDrives() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 3),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(true, false),
            Arbitraries.randoms())
        .as(TripProperties::honestDrive);
  }

  /**
   * Fixes every 30 to 90 s; stays of 15 to 60 minutes; any usable accuracy, with useless fixes
   * strewn in.
   */
  private static Drive honestDrive(int pickups, int deliveries, boolean completion, Random random) {
    TripPlan plan = Loads.plan(completion, pickups, deliveries);
    List<Fix> fixes = new ArrayList<>();
    double time = 0;
    Coordinates place = Loads.offStop(1, 20_000);
    for (int stop = 1; stop <= pickups + deliveries; stop++) {
      Coordinates target = Loads.stopAt(stop);
      double minutes = place.metersTo(target) / 1_609.344 / 60 * 60;
      double arrival = time + minutes;
      for (; time < arrival; time += 0.5 + random.nextDouble()) {
        fixes.add(fix(time, place.towards(target, 1 - (arrival - time) / minutes), random));
      }
      double departure = arrival + 15 + random.nextInt(45);
      for (; time < departure; time += 0.5 + random.nextDouble()) {
        fixes.add(fix(time, target, random));
      }
      place = target;
    }
    return new Drive(plan, fixes);
  }

  private static Fix fix(double minute, Coordinates at, Random random) {
    return new Fix(minute(minute), at, ACCURACIES[random.nextInt(ACCURACIES.length)], null, null);
  }

  /**
   * Anything a phone may claim: near, at the edge of, in the grey zone of, or far from any stop, in
   * any order.
   */
  @Provide
  Arbitrary<Drive> wildDrives() {
    Arbitrary<Fix> fixes =
        Combinators.combine(
                Arbitraries.integers().between(0, 400),
                Arbitraries.integers().between(1, 4),
                Arbitraries.of(0.0, 3_100.0, 3_300.0, 4_200.0, 4_300.0, 9_000.0),
                Arbitraries.of(ACCURACIES))
            .as(
                (slot, stop, meters, accuracy) ->
                    // 16 minutes apart, so that no jump counts as a teleport
                    Loads.fix(slot * 16, Loads.offStop(stop, meters), accuracy));
    Arbitrary<TripPlan> plans =
        Combinators.combine(
                Arbitraries.integers().between(1, 2),
                Arbitraries.integers().between(1, 2),
                Arbitraries.of(true, false))
            .as((pickups, deliveries, completion) -> Loads.plan(completion, pickups, deliveries));
    return Combinators.combine(plans, fixes.list().ofMaxSize(60)).as(Drive::new);
  }

  @Property(tries = 150)
  void anyOrderOfDeliveryGivesTheTripOfTheSortedFixes(
      @ForAll("honestDrives") Drive drive, @ForAll Random random) {
    List<Fix> mixed = new ArrayList<>(drive.fixes());
    Collections.shuffle(mixed, random);

    Trip sorted = Loads.drive(drive.plan(), drive.fixes());
    Trip trip = Loads.drive(drive.plan(), mixed);

    assertThat(trip.track().latest(10_000)).isEqualTo(sorted.track().latest(10_000));
    assertThat(trip.track().distanceMiles()).isEqualTo(sorted.track().distanceMiles());
    assertThat(trip.progress().visits()).isEqualTo(sorted.progress().visits());
    assertThat(trip.progress().status()).isEqualTo(sorted.progress().status());
    assertThat(trip.progress().deliveredAt()).isEqualTo(sorted.progress().deliveredAt());
  }

  @Property(tries = 150)
  void anHonestDriveVisitsEveryStopInOrder(@ForAll("honestDrives") Drive drive) {
    Progress progress = Loads.drive(drive.plan(), drive.fixes()).progress();

    assertThat(progress.status())
        .isEqualTo(drive.plan().awaitsBol() == false ? Status.DELIVERED : Status.AT_DELIVERY);
    assertThat(progress.stops()).allMatch(StopVisit::isArrived).noneMatch(StopVisit::missed);
    assertThat(progress.stops()).extracting(StopVisit::arrivedAt).isSorted();
  }

  @Property(tries = 1_000)
  void aStatusNeverGoesBackwardsWhateverComes(@ForAll("wildDrives") Drive drive) {
    Trip trip = new Trip(drive.plan());
    Status status = Status.PLANNED;
    for (Fix fix : drive.fixes()) {
      trip.offer(fix, Loads.ANY_TIME);
      assertThat(trip.progress().status()).isGreaterThanOrEqualTo(status);
      status = trip.progress().status();
    }
  }

  @Property(tries = 1_000)
  void aStatusNeverGoesBackwardsWhoeverCallsMeanwhile(
      @ForAll("wildDrives") Drive drive, @ForAll Random random) {
    Trip trip = new Trip(drive.plan());
    Status status = Status.PLANNED;
    for (Fix fix : drive.fixes()) {
      trip.offer(fix, Loads.ANY_TIME);
      switch (random.nextInt(12)) {
        case 0 -> trip.confirm(fix.time(), fix.time());
        case 1 -> trip.expireBol(fix.time());
        case 2 -> trip.awaitBol(true);
        case 3 -> trip.awaitBol(false);
        case 4 -> trip.expireBol(fix.time().plus(Progress.BOL_TIMEOUT));
        case 5 -> {
          if (random.nextInt(10) == 0) trip.cancel(fix.time());
        }
        default -> {}
      }
      boolean finished = status.isTerminal();
      Status now = trip.progress().status();
      assertThat(now).isGreaterThanOrEqualTo(status);
      if (finished) assertThat(now).isEqualTo(status);
      status = now;
    }
  }

  @Property(tries = 1_000)
  void stopTimesAreAlwaysInOrder(@ForAll("wildDrives") Drive drive) {
    Progress progress = Loads.drive(drive.plan(), drive.fixes()).progress();

    Instant latest = Instant.MIN;
    boolean openSeen = false;
    for (StopVisit stop : progress.stops()) {
      assertThat(openSeen && (stop.isArrived() || stop.isClosed())).isFalse();
      openSeen = !stop.isClosed();
      assertThat(stop.missed()).isEqualTo(stop.isClosed() && !stop.isArrived());
      if (stop.arrivedAt() != null) {
        assertThat(stop.arrivedAt()).isAfterOrEqualTo(latest);
        latest = stop.arrivedAt();
      }
      if (stop.departedAt() != null) {
        assertThat(stop.departedAt()).isAfterOrEqualTo(latest);
        latest = stop.departedAt();
      }
    }
  }

  @Property(tries = 500)
  void theTrackIsSortedWhateverTheOrderAndItsDistanceIsExact(@ForAll("wildDrives") Drive drive) {
    Trip trip = Loads.drive(drive.plan(), drive.fixes());
    List<Fix> kept = trip.track().latest(1_000);

    assertThat(kept).isSortedAccordingTo(Comparator.comparing(Fix::time));
    Track again = new Track();
    kept.forEach(again::add);
    assertThat(trip.track().distanceMiles()).isEqualTo(again.distanceMiles());
    double miles = 0;
    for (int i = 1; i < kept.size(); i++) {
      miles += kept.get(i - 1).at().milesTo(kept.get(i).at());
    }
    if (kept.size() >= 2) {
      assertThat(trip.track().distanceMiles()).isCloseTo(miles, within(1e-6));
    }
  }

  @Property(tries = 200)
  void whatIsJudgedStepByStepEqualsWhatIsExplainedAfterwards(@ForAll("wildDrives") Drive drive) {
    Trip trip = Loads.drive(drive.plan(), drive.fixes());

    List<FixExplanation> told =
        trip.explain(1_000).stream().filter(e -> e.refusal() == null).toList();

    assertThat(told).extracting(FixExplanation::fix).isEqualTo(trip.track().latest(1_000));
    if (!told.isEmpty()) {
      assertThat(told.get(told.size() - 1).after())
          .isEqualTo(LoadStatus.of(trip.progress().status().name()));
    }
  }

  @Property(tries = 200)
  void theDateLineIsAPlaceLikeAnyOther(
      @ForAll("honestDrives") Drive drive, @ForAll("longitudes") double shift) {
    Drive elsewhere = shifted(drive, shift);

    Trip here = Loads.drive(drive.plan(), drive.fixes());
    Trip there = Loads.drive(elsewhere.plan(), elsewhere.fixes());

    assertThat(there.progress().visits()).isEqualTo(here.progress().visits());
    assertThat(there.track().distanceMiles()).isCloseTo(here.track().distanceMiles(), within(1e-5));
  }

  /** Around the date line, so that stops and roads lie on both sides of it. */
  @Provide
  Arbitrary<Double> longitudes() {
    return Arbitraries.doubles().between(84 + 179.9, 84 + 180.1);
  }

  private static Drive shifted(Drive drive, double degrees) {
    List<PlannedStop> stops = new ArrayList<>();
    for (PlannedStop stop : drive.plan().stops()) {
      Fence fence = stop.fence();
      Coordinates center = shifted(fence.center(), degrees);
      stops.add(
          new PlannedStop(
              stop.sequence(), stop.type(), new Fence(center, fence.radiusMeters()), null, null));
    }
    List<Fix> fixes =
        drive.fixes().stream()
            .map(
                fix ->
                    new Fix(
                        fix.time(), shifted(fix.at(), degrees), fix.accuracyMeters(), null, null))
            .toList();
    return new Drive(new TripPlan(stops, drive.plan().awaitsBol()), fixes);
  }

  private static Coordinates shifted(Coordinates at, double degrees) {
    double lng = at.lng() + degrees;
    return new Coordinates(at.lat(), lng > 180 ? lng - 360 : lng);
  }
}
