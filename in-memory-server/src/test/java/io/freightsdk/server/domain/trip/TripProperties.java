package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripSamples.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopType;
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
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Rules for every trip, for any fixes of its phone and any delay. */
class TripProperties {
  private static final Double[] ACCURACIES = {null, 5.0, 50.0, 51.0, 150.0, 900.0};

  /** A load, and fixes in the order in which they come. */
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
    TripPlan plan = TripSamples.plan(completion, pickups, deliveries);
    List<Fix> fixes = new ArrayList<>();
    double time = 0;
    Coordinates place = TripSamples.offStop(1, 20_000);
    for (int stop = 1; stop <= pickups + deliveries; stop++) {
      Coordinates target = TripSamples.stopAt(stop);
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

  @Property(tries = 18, seed = "1042306616")
  void anyOrderOfDeliveryGivesTheTripOfTheSortedFixes(
      @ForAll("honestDrives") Drive drive, @ForAll Random random) {
    List<Fix> mixed = new ArrayList<>(drive.fixes());
    Collections.shuffle(mixed, random);

    LoadTrip sorted = TripSamples.drive(drive.plan(), drive.fixes());
    LoadTrip trip = TripSamples.drive(drive.plan(), mixed);

    assertThat(trip.track().latestFixes(10_000)).isEqualTo(sorted.track().latestFixes(10_000));
    assertThat(trip.track().distanceMiles()).isEqualTo(sorted.track().distanceMiles());
    assertThat(trip.progress().visits()).isEqualTo(sorted.progress().visits());
    assertThat(trip.progress().status()).isEqualTo(sorted.progress().status());
    assertThat(trip.progress().deliveredAt()).isEqualTo(sorted.progress().deliveredAt());
  }

  @Property(tries = 18, seed = "2103962055")
  void anHonestDriveVisitsEveryStopInOrder(@ForAll("honestDrives") Drive drive) {
    Progress progress = TripSamples.drive(drive.plan(), drive.fixes()).progress();

    assertThat(progress.status())
        .isEqualTo(drive.plan().awaitsBol() ? Status.AT_DELIVERY : Status.DELIVERED);
    assertThat(progress.stopVisits()).allMatch(StopVisit::isArrived).noneMatch(StopVisit::isMissed);
    assertThat(progress.stopVisits()).extracting(StopVisit::arrivedAt).isSorted();
  }

  @Property(tries = 125, edgeCases = EdgeCasesMode.NONE, seed = "766018556")
  void aStatusNeverGoesBackwardsUnderConcurrentCalls(
      @ForAll("wildDrives") Drive drive, @ForAll Random random) {
    LoadTrip trip = new LoadTrip(drive.plan());
    Status status = Status.PLANNED;
    for (Fix fix : drive.fixes()) {
      trip.offer(fix, TripSamples.ANY_TIME);
      switch (random.nextInt(12)) {
        case 0 -> trip.confirm(fix.time(), fix.time());
        case 1 -> trip.expireBol(fix.time());
        case 2 -> trip.setAwaitsBol(true);
        case 3 -> trip.setAwaitsBol(false);
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

  @Property(tries = 62, edgeCases = EdgeCasesMode.NONE, seed = "1641470500")
  void theTrackIsSortedWhateverTheOrderAndItsDistanceIsExact(@ForAll("wildDrives") Drive drive) {
    LoadTrip trip = TripSamples.drive(drive.plan(), drive.fixes());
    List<Fix> kept = trip.track().latestFixes(1_000);

    assertThat(kept).isSortedAccordingTo(Comparator.comparing(Fix::time));
    Track again = new Track();
    kept.forEach(again::add);
    assertThat(trip.track().distanceMiles()).isEqualTo(again.distanceMiles());
    double miles = 0;
    for (int i = 1; i < kept.size(); i++) {
      miles += kept.get(i - 1).coordinates().milesTo(kept.get(i).coordinates());
    }
    if (kept.size() >= 2) {
      assertThat(trip.track().distanceMiles()).isCloseTo(miles, within(1e-6));
    }
  }

  @Property(tries = 25, edgeCases = EdgeCasesMode.NONE, seed = "-442261649")
  void explainAgreesWithTheTrip(@ForAll("wildDrives") Drive drive) {
    LoadTrip trip = TripSamples.drive(drive.plan(), drive.fixes());

    List<FixExplanation> explanations =
        trip.explain(1_000).stream().filter(e -> e.refusal() == null).toList();

    assertThat(explanations)
        .extracting(FixExplanation::fix)
        .isEqualTo(trip.track().latestFixes(1_000));
    if (!explanations.isEmpty()) {
      assertThat(explanations.get(explanations.size() - 1).after())
          .isEqualTo(LoadStatus.of(trip.progress().status().name()));
    }
  }

  @Property(tries = 25, seed = "-1198872557")
  void tripsAcrossTheDateLineAreTheSame(
      @ForAll("honestDrives") Drive drive, @ForAll("longitudes") double shift) {
    Drive elsewhere = shifted(drive, shift);

    LoadTrip here = TripSamples.drive(drive.plan(), drive.fixes());
    LoadTrip there = TripSamples.drive(elsewhere.plan(), elsewhere.fixes());

    assertThat(there.progress().stopVisits()).isEqualTo(here.progress().stopVisits());
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
                        fix.time(),
                        shifted(fix.coordinates(), degrees),
                        fix.accuracyMeters(),
                        null,
                        null))
            .toList();
    return new Drive(new TripPlan(stops, drive.plan().awaitsBol()), fixes);
  }

  private static Coordinates shifted(Coordinates at, double degrees) {
    double lng = at.lng() + degrees;
    return new Coordinates(at.lat(), lng > 180 ? lng - 360 : lng);
  }

  /** Stops that are equal, in one yard, in one town, or far apart, north to south on one road. */
  @Provide
  Arbitrary<Drive> wildDrives() {
    Arbitrary<List<Double>> gaps =
        Arbitraries.of(0.0, 30.0, 150.0, 250.0, 3_000.0, 5_000.0, 100_000.0)
            .list()
            .ofMinSize(1)
            .ofMaxSize(3);
    Arbitrary<TripPlan> plans =
        Combinators.combine(
                gaps,
                Arbitraries.of(3_200.0, 8_000.0),
                Arbitraries.integers().between(1, 3),
                Arbitraries.of(true, false))
            .as(TripProperties::plan);
    return plans.flatMap(
        plan -> fixes(plan).list().ofMaxSize(50).map(fixes -> new Drive(plan, fixes)));
  }

  private static TripPlan plan(List<Double> gaps, double radius, int pickups, boolean completion) {
    List<PlannedStop> stops = new ArrayList<>();
    double metersSouth = 0;
    for (int i = 0; i <= gaps.size(); i++) {
      StopType kind = i < Math.min(pickups, gaps.size()) ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(TripSamples.offStop(1, -metersSouth), radius);
      stops.add(new PlannedStop(i + 1, kind, fence, null, null));
      if (i < gaps.size()) metersSouth += gaps.get(i);
    }
    return new TripPlan(stops, completion);
  }

  private static Arbitrary<Fix> fixes(TripPlan plan) {
    return Combinators.combine(
            Arbitraries.integers().between(0, 60),
            Arbitraries.integers().between(0, plan.stops().size() - 1),
            Arbitraries.of(0.0, 0.0, 60.0, 3_100.0, 3_300.0, 4_300.0, 12_000.0),
            Arbitraries.of(true, false),
            Arbitraries.of(ACCURACIES))
        .as(
            (slot, stop, meters, north, accuracy) -> {
              Coordinates at = center(plan, stop).travel(north ? 0 : 180, meters);
              // 16 minutes apart, so that no jump counts as a teleport
              return TripSamples.fix(slot * 16, at, accuracy);
            });
  }

  private static Coordinates center(TripPlan plan, int stop) {
    return plan.stops().get(stop).fence().center();
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE, seed = "1088262098")
  void lateFixesAddAndTheDriverCanFinish(@ForAll("wildDrives") Drive drive) {
    LoadTrip trip = new LoadTrip(drive.plan());
    for (Fix fix : drive.fixes()) {
      offer(trip, fix);
    }
    List<Fix> kept = trip.track().latestFixes(100);

    double minute = 61 * 16;
    for (PlannedStop stop : drive.plan().stops()) {
      for (int i = 0; i <= 40; i++) {
        offer(trip, TripSamples.sharp(minute + i, stop.fence().center()));
      }
      minute += 16 * 60;
    }
    // Two stops in one yard are done when the truck leaves it.
    offer(trip, TripSamples.sharp(minute, TripSamples.offStop(1, 500_000)));
    offer(trip, TripSamples.sharp(minute + 1, TripSamples.offStop(1, 500_000)));
    boolean onBol = drive.plan().awaitsBol();
    assertThat(trip.progress().status())
        .as("plan %s after %s", drive.plan(), kept)
        .isEqualTo(onBol ? Status.AT_DELIVERY : Status.DELIVERED);
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE, seed = "831659807")
  void fixesInOrderFollowTheRules(@ForAll("wildDrives") Drive drive) {
    List<Fix> sorted = new ArrayList<>(drive.fixes());
    sorted.sort(Comparator.comparing(Fix::time));
    LoadTrip trip = new LoadTrip(drive.plan());
    Progress ruled = Progress.of(drive.plan());
    for (Fix fix : sorted) {
      boolean kept = trip.offer(fix, TripSamples.ANY_TIME).isAccepted();
      if (kept) ruled = ruled.advance(fix);
    }

    assertThat(trip.progress().visits()).isEqualTo(ruled.visits());
    expectOrder(trip.progress());
  }

  private static void offer(LoadTrip trip, Fix fix) {
    Progress before = trip.progress();
    trip.offer(fix, TripSamples.ANY_TIME);
    Progress after = trip.progress();
    assertThat(after.status()).isGreaterThanOrEqualTo(before.status());
    boolean anyReached = after.stopVisits().stream().anyMatch(StopVisit::isArrived);
    assertThat(anyReached).isEqualTo(after.status() != Status.PLANNED);
    expectOrder(after);
    List<StopVisit> stops = after.stopVisits();
    for (int i = 0; i < stops.size(); i++) {
      notWithdrawn(before.stopVisits().get(i).arrivedAt(), stops.get(i).arrivedAt());
      notWithdrawn(before.stopVisits().get(i).departedAt(), stops.get(i).departedAt());
      assertThat(stops.get(i).isMissed())
          .isEqualTo(stops.get(i).isPassed() && !stops.get(i).isArrived());
    }
  }

  /** No stop is arrived at before the one before it was left. */
  private static void expectOrder(Progress progress) {
    Instant latest = Instant.MIN;
    List<StopVisit> stops = progress.stopVisits();
    for (int i = 0; i < stops.size(); i = progress.plan().visitEnd(i)) {
      StopVisit stop = stops.get(i);
      latest = inOrder(latest, stop.arrivedAt());
      latest = inOrder(latest, stop.departedAt());
      int next = progress.plan().visitEnd(i);
      boolean nextHasBegun = next < stops.size() && stops.get(next).isArrived();
      if (nextHasBegun) assertThat(stop.isPassed()).isTrue();
    }
  }

  /** The last stop's fence begins where a truck may still be at the first, which it leaves late. */
  @Provide
  Arbitrary<Drive> longDepartures() {
    return Combinators.combine(
            Arbitraries.integers().between(6_000, 7_400),
            Arbitraries.integers().between(3_300, 4_200),
            Arbitraries.integers().between(2, 30))
        .as(
            (apart, waitsAt, minutes) -> {
              TripPlan plan =
                  TripSamples.plan(
                      new Fence(TripSamples.stopAt(1), 3_200),
                      new Fence(TripSamples.stopAt(2), 3_200),
                      new Fence(TripSamples.offStop(1, apart), 3_200));
              List<Fix> fixes =
                  new ArrayList<>(List.of(TripSamples.sharp(0, TripSamples.stopAt(1))));
              for (int i = 1; i <= minutes; i++) {
                fixes.add(TripSamples.sharp(i, TripSamples.offStop(1, waitsAt)));
              }
              for (int i = 0; i < 15; i++) {
                fixes.add(TripSamples.sharp(minutes + 1 + i, TripSamples.offStop(1, apart)));
              }
              return new Drive(plan, fixes);
            });
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE, seed = "-1091019195")
  void stopOutOfOrderIsReachedAfterTheEarlierDeparture(@ForAll("longDepartures") Drive drive) {
    Progress progress = TripSamples.drive(drive.plan(), drive.fixes()).progress();

    expectOrder(progress);
    assertThat(progress.stopVisits().get(1).isMissed()).isTrue();
  }

  private static Instant inOrder(Instant latest, @Nullable Instant next) {
    if (next == null) return latest;
    assertThat(next).isAfterOrEqualTo(latest);
    return next;
  }

  private static void notWithdrawn(@Nullable Instant was, @Nullable Instant is) {
    if (was != null) assertThat(is).isNotNull().isBeforeOrEqualTo(was);
  }

  @Example
  void aLateFixAtTheDeliveryMovesTheArrivalInItsCommonFence() {
    TripPlan plan = plan(List.of(3_000.0), 3_200, 1, false);
    LoadTrip trip = new LoadTrip(plan);
    trip.offer(TripSamples.sharp(28, center(plan, 1)), TripSamples.ANY_TIME);
    trip.offer(TripSamples.sharp(40, center(plan, 0)), TripSamples.ANY_TIME);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    trip.offer(TripSamples.sharp(0, center(plan, 1)), TripSamples.ANY_TIME);

    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(trip.progress().stopVisits().get(0).arrivedAt()).isEqualTo(minute(0));
    assertThat(trip.progress().stopVisits().get(1).isArrived()).isFalse();
  }

  /** One fix can show a departure and the next arrival: two or three rows of the table at once. */
  private static final Set<String> BY_GPS =
      Set.of(
          "PLANNED>AT_PICKUP",
          "AT_PICKUP>IN_TRANSIT",
          "IN_TRANSIT>DELIVERED",
          "AT_PICKUP>DELIVERED",
          // The two that waiting for the bill of lading adds.
          "IN_TRANSIT>AT_DELIVERY",
          "AT_PICKUP>AT_DELIVERY");

  @Provide
  Arbitrary<Drive> halts() {
    return Arbitraries.randoms().map(TripProperties::halts);
  }

  /** Halts of any length at and near stops in any order, with a phone that sleeps now and then. */
  private static Drive halts(Random random) {
    int pickups = 1 + random.nextInt(2);
    int stops = pickups + 1 + random.nextInt(2);
    double spread = List.of(300.0, 6_000.0, 30_000.0, 150_000.0).get(random.nextInt(4));
    Coordinates middle = new Coordinates(39, -84);
    List<PlannedStop> planned = new ArrayList<>();
    for (int i = 1; i <= stops; i++) {
      StopType type = i <= pickups ? StopType.PICKUP : StopType.DELIVERY;
      Coordinates at = middle.travel(random.nextInt(360), spread * random.nextDouble());
      double radius = random.nextBoolean() ? 3_200 : 8_000;
      String precision = radius == 8_000 ? "zip" : "exact";
      planned.add(
          new PlannedStop(
              i,
              type,
              new Fence(at, radius),
              null,
              null,
              new PlannedStop.Address("", "", "", "", "", precision)));
    }
    TripPlan plan = new TripPlan(planned, random.nextBoolean());
    List<Fix> fixes = new ArrayList<>();
    Instant time = TripSamples.START.plusSeconds(random.nextInt(20_000));
    Coordinates place = middle.travel(random.nextInt(360), spread * random.nextDouble() * 1.5);
    int halts = 1 + random.nextInt(6);
    for (int halt = 0; halt < halts; halt++) {
      Coordinates target = planned.get(random.nextInt(stops)).fence().center();
      target = target.travel(random.nextInt(360), 5_000 * random.nextDouble());
      double seconds = place.metersTo(target) / 25;
      for (double done = 0; done < seconds; done += 60 + random.nextInt(180)) {
        fixes.add(
            fix(time.plusMillis((long) (done * 1_000)), place, target, done / seconds, random));
      }
      time = time.plusMillis((long) (seconds * 1_000));
      Instant end = time.plusSeconds(60L * random.nextInt(90));
      for (; time.isBefore(end); time = time.plusSeconds(60)) {
        fixes.add(fix(time, target, target, 1, random));
      }
      if (random.nextInt(3) == 0) time = time.plusSeconds(random.nextInt(30_000));
      place = target;
    }
    return new Drive(plan, fixes);
  }

  private static Fix fix(
      Instant time, Coordinates from, Coordinates to, double share, Random random) {
    Double accuracy = List.of(5.0, 12.0, 40.0, 120.0, 400.0).get(random.nextInt(5));
    return new Fix(time, from.towards(to, share), accuracy, null, null);
  }

  @Property(tries = 375, edgeCases = EdgeCasesMode.NONE, seed = "792106908")
  void onlyDocumentedTransitionsArePublished(@ForAll("halts") Drive drive) {
    LoadTrip trip = new LoadTrip(drive.plan());
    for (Fix fix : drive.fixes()) {
      Status before = trip.progress().status();
      trip.offer(fix, TripSamples.ANY_TIME);
      Progress after = trip.progress();
      if (after.status() != before) assertThat(BY_GPS).contains(before + ">" + after.status());
      expectOrder(after);
      boolean isSeenAtPickup = after.visits().firstStop().isArrived();
      if (!isSeenAtPickup) assertThat(after.status()).isEqualTo(Status.PLANNED);
      for (StopVisit stop : after.stopVisits()) {
        if (!stop.isMissed()) continue;
        assertThat(isSeenAtPickup).isTrue();
        assertThat(stop.departedAt()).isNull();
      }
    }
  }

  @Property(tries = 125, edgeCases = EdgeCasesMode.NONE, seed = "55061890")
  void aFixAMinuteFromOnePlaceMissesNothing(@ForAll Random random) {
    Drive drive = halts(random);
    Coordinates home =
        drive.plan().lastStop().fence().center().travel(random.nextInt(360), random.nextInt(8_000));
    LoadTrip trip = new LoadTrip(drive.plan());
    for (int i = 1; i <= 300; i++) {
      trip.offer(
          new Fix(TripSamples.START.plusSeconds(60L * i), home, 12.0, null, null),
          TripSamples.ANY_TIME);
    }
    assertThat(trip.progress().stopVisits()).noneMatch(StopVisit::isMissed);
    assertThat(trip.progress().status()).isIn(Status.PLANNED, Status.AT_PICKUP);
  }
}
