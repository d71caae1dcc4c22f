package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.Loads.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What a load has shown stays shown, whatever comes late, and its driver can always finish it. */
class PublishedFactsProperties {
  private static final Double[] ACCURACIES = {null, 5.0, 50.0, 51.0, 150.0, 900.0};

  /** A load, and fixes in the order in which they come. */
  record Case(TripPlan plan, List<Fix> fixes) {}

  /** Stops that are equal, in one yard, in one town, or far apart, north to south on one road. */
  @Provide
  Arbitrary<Case> cases() {
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
            .as(PublishedFactsProperties::plan);
    return plans.flatMap(
        plan -> fixes(plan).list().ofMaxSize(50).map(fixes -> new Case(plan, fixes)));
  }

  private static TripPlan plan(List<Double> gaps, double radius, int pickups, boolean completion) {
    List<PlannedStop> stops = new ArrayList<>();
    double metersSouth = 0;
    for (int i = 0; i <= gaps.size(); i++) {
      StopType kind = i < Math.min(pickups, gaps.size()) ? StopType.PICKUP : StopType.DELIVERY;
      Fence fence = new Fence(Loads.offStop(1, -metersSouth), radius);
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
              return Loads.fix(slot * 16, at, accuracy);
            });
  }

  private static Coordinates center(TripPlan plan, int stop) {
    return plan.stops().get(stop).fence().center();
  }

  @Property(tries = 4_000, edgeCases = EdgeCasesMode.NONE)
  void lateFixesAddAndTheDriverCanFinish(@ForAll("cases") Case given) {
    Trip trip = new Trip(given.plan());
    for (Fix fix : given.fixes()) {
      offer(trip, fix);
    }
    List<Fix> kept = trip.track().latest(100);

    double minute = 61 * 16;
    for (PlannedStop stop : given.plan().stops()) {
      for (int i = 0; i <= 40; i++) {
        offer(trip, Loads.sharp(minute + i, stop.fence().center()));
      }
      minute += 16 * 60;
    }
    // Two stops in one yard are done when the truck leaves it.
    offer(trip, Loads.sharp(minute, Loads.offStop(1, 500_000)));
    offer(trip, Loads.sharp(minute + 1, Loads.offStop(1, 500_000)));
    boolean onBol = given.plan().awaitsBol();
    assertThat(trip.progress().status())
        .as("plan %s after %s", given.plan(), kept)
        .isEqualTo(onBol ? Status.AT_DELIVERY : Status.DELIVERED);
  }

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void fixesInOrderGiveWhatTheRulesSay(@ForAll("cases") Case given) {
    List<Fix> sorted = new ArrayList<>(given.fixes());
    sorted.sort(Comparator.comparing(Fix::time));
    Trip trip = new Trip(given.plan());
    Progress ruled = Progress.of(given.plan());
    for (Fix fix : sorted) {
      boolean kept = trip.offer(fix, Loads.ANY_TIME).isKept();
      if (kept) ruled = ruled.advance(fix);
    }

    assertThat(trip.progress().visits()).isEqualTo(ruled.visits());
  }

  private static void offer(Trip trip, Fix fix) {
    Progress before = trip.progress();
    trip.offer(fix, Loads.ANY_TIME);
    Progress after = trip.progress();
    assertThat(after.status()).isGreaterThanOrEqualTo(before.status());
    boolean anyReached = after.stops().stream().anyMatch(StopVisit::isArrived);
    assertThat(anyReached).isEqualTo(after.status() != Status.PLANNED);
    Instant latest = Instant.MIN;
    List<StopVisit> stops = after.stops();
    for (int i = 0; i < stops.size(); i = visitEnd(after.plan(), i)) {
      StopVisit stop = stops.get(i);
      latest = inOrder(latest, stop.arrivedAt());
      latest = inOrder(latest, stop.departedAt());
      int next = visitEnd(after.plan(), i);
      boolean nextHasBegun = next < stops.size() && stops.get(next).isArrived();
      if (nextHasBegun) assertThat(stop.isClosed()).isTrue();
    }
    for (int i = 0; i < stops.size(); i++) {
      notWithdrawn(before.stops().get(i).arrivedAt(), stops.get(i).arrivedAt());
      notWithdrawn(before.stops().get(i).departedAt(), stops.get(i).departedAt());
    }
  }

  private static int visitEnd(TripPlan plan, int stop) {
    List<PlannedStop> stops = plan.stops();
    int end = stop + 1;
    while (end < stops.size() && stops.get(end - 1).isVisitedTogetherWith(stops.get(end))) end++;
    return end;
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
  void aLateFixAtTheDeliveryWithdrawsNoPickup() {
    TripPlan plan = plan(List.of(3_000.0), 3_200, 1, false);
    Trip trip = new Trip(plan);
    trip.offer(Loads.sharp(28, center(plan, 1)), Loads.ANY_TIME);
    trip.offer(Loads.sharp(40, center(plan, 0)), Loads.ANY_TIME);
    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);

    trip.offer(Loads.sharp(0, center(plan, 1)), Loads.ANY_TIME);

    assertThat(trip.progress().status()).isEqualTo(Status.AT_PICKUP);
    assertThat(trip.progress().stops().get(0).arrivedAt()).isEqualTo(minute(40));
    assertThat(trip.progress().stops().get(1).isArrived()).isFalse();
  }
}
