package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * The table of the API description, section 3, read the other way: whatever a phone sends, no
 * transition is published that it does not have, unless the truck was silent long enough to load
 * unseen.
 */
class NoOtherTransitionProperties {
  private static final double METERS_PER_SECOND_AT_75_MPH = 75 * 1_609.344 / 3_600;

  /** One fix can show a departure and the next arrival: two or three rows of the table at once. */
  private static final Set<String> BY_GPS =
      Set.of(
          "PLANNED>AT_PICKUP",
          "AT_PICKUP>IN_TRANSIT",
          "IN_TRANSIT>DELIVERED",
          "AT_PICKUP>DELIVERED",
          // The two that the divergence for the bill of lading adds.
          "IN_TRANSIT>AT_DELIVERY",
          "AT_PICKUP>AT_DELIVERY");

  record Drive(TripPlan plan, List<Fix> fixes) {}

  @Provide
  Arbitrary<Drive> drives() {
    return Arbitraries.randoms().map(NoOtherTransitionProperties::drive);
  }

  /** Halts of any length at and near stops in any order, with a phone that sleeps now and then. */
  private static Drive drive(Random random) {
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
    Instant created = Loads.START;
    TripPlan plan = new TripPlan(planned, random.nextBoolean(), created);
    List<Fix> fixes = new ArrayList<>();
    Instant time = created.plusSeconds(random.nextInt(20_000));
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

  @Property(tries = 3_000, edgeCases = EdgeCasesMode.NONE)
  void nothingIsPublishedThatTheTableDoesNotHave(@ForAll("drives") Drive drive) {
    Trip trip = new Trip(drive.plan());
    List<Fix> kept = new ArrayList<>();
    for (Fix fix : drive.fixes()) {
      Progress before = trip.progress();
      if (!trip.offer(fix, Loads.ANY_TIME).isKept()) continue;
      kept.add(fix);
      Progress after = trip.progress();
      if (after.status() != before.status()) {
        String transition = before.status() + ">" + after.status();
        boolean pickupMissed = after.visits().first().missed();
        if (!pickupMissed) assertThat(BY_GPS).contains(transition);
      }
      for (int i = 0; i < after.stops().size(); i++) {
        StopVisit stop = after.stops().get(i);
        if (!stop.missed()) continue;
        assertThat(stop.arrivedAt()).isNull();
        assertThat(stop.departedAt()).isNull();
        if (!before.stops().get(i).missed()) {
          assertThat(mayHaveBeenAt(drive.plan(), i, kept))
              .as("stop %s of %s missed at %s", i + 1, drive.plan(), fix)
              .isTrue();
        }
      }
    }
  }

  /**
   * The rule again, from its sentences: some ten minutes or more without fixes leave time for the
   * stop, or a fix too coarse to decide anything lies there. The time before the first fix counts
   * only for a truck that then still has to enter the later fences from outside.
   */
  private static boolean mayHaveBeenAt(TripPlan plan, int stop, List<Fix> kept) {
    Fence fence = plan.stops().get(stop).fence();
    List<PlannedStop> later = plan.stops().subList(stop + 1, plan.stops().size());
    Fix before = null;
    for (Fix fix : kept) {
      if (fix.accuracyMeters() > 150 && fence.contains(fix.at())) return true;
      Instant since = before == null ? plan.createdAt() : before.time();
      double meters = metersTo(fence, fix) + (before == null ? 0 : metersTo(fence, before));
      double seconds = Duration.between(since, fix.time()).toMillis() / 1_000.0;
      boolean isLongEnough = seconds >= 600 && meters <= seconds * METERS_PER_SECOND_AT_75_MPH + 1;
      boolean comesFromOutside =
          before != null || later.stream().allMatch(next -> isSurelyOutside(next.fence(), fix));
      if (isLongEnough && comesFromOutside) return true;
      before = fix;
    }
    return false;
  }

  private static boolean isSurelyOutside(Fence fence, Fix fix) {
    return fence.metersTo(fix.at()) - fix.accuracyMeters() > fence.exitRadiusMeters();
  }

  private static double metersTo(Fence fence, @Nullable Fix fix) {
    return Math.max(0, fence.metersTo(fix.at()) - fence.radiusMeters() - fix.accuracyMeters());
  }

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void whoSendsAFixAMinuteFromOnePlaceHasMissedNothing(@ForAll Random random) {
    Drive drive = drive(random);
    Coordinates home =
        drive.plan().lastStop().fence().center().travel(random.nextInt(360), random.nextInt(8_000));
    Trip trip = new Trip(drive.plan());
    for (int i = 1; i <= 300; i++) {
      trip.offer(new Fix(Loads.START.plusSeconds(60L * i), home, 12.0, null, null), Loads.ANY_TIME);
    }
    assertThat(trip.progress().stops()).noneMatch(StopVisit::missed);
    assertThat(trip.progress().status()).isIn(Status.PLANNED, Status.AT_PICKUP);
  }
}
