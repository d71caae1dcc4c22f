package io.freightsdk.server.domain.trip;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
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

/**
 * The table of the API description, section 3, read the other way: whatever a phone sends, no
 * transition is published that it does not have.
 */
class NoOtherTransitionProperties {
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
    TripPlan plan = new TripPlan(planned, random.nextBoolean());
    List<Fix> fixes = new ArrayList<>();
    Instant time = Loads.START.plusSeconds(random.nextInt(20_000));
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
    for (Fix fix : drive.fixes()) {
      Status before = trip.progress().status();
      trip.offer(fix, Loads.ANY_TIME);
      Progress after = trip.progress();
      if (after.status() != before) assertThat(BY_GPS).contains(before + ">" + after.status());
      boolean isSeenAtPickup = after.visits().first().isArrived();
      if (!isSeenAtPickup) assertThat(after.status()).isEqualTo(Status.PLANNED);
      for (StopVisit stop : after.stops()) {
        if (!stop.missed()) continue;
        assertThat(isSeenAtPickup).isTrue();
        assertThat(stop.departedAt()).isNull();
      }
    }
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
