package io.freightsdk.server.domain.trip;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An arrival or a closing that was published: when judging again, it stands from the fix that
 * decided it, even where a late fix would have broken its streak.
 */
record Fact(int stop, boolean arrival, Instant at, Instant knownAt) {
  private static final Comparator<Fact> IN_ORDER =
      Comparator.comparing(Fact::knownAt)
          .thenComparing(Fact::stop)
          .thenComparing(fact -> !fact.arrival);

  /** All facts in {@code visits}, in the order in which they were decided. */
  static List<Fact> of(Visits visits) {
    List<Fact> facts = new ArrayList<>();
    for (int i = 0; i < visits.stops().size(); i++) {
      StopVisit stop = visits.stops().get(i);
      if (stop.arrivedAt() != null && stop.arrivalKnownAt() != null) {
        facts.add(new Fact(i, true, stop.arrivedAt(), stop.arrivalKnownAt()));
      }
      if (stop.departedAt() != null && stop.departureKnownAt() != null) {
        facts.add(new Fact(i, false, stop.departedAt(), stop.departureKnownAt()));
      }
    }
    facts.sort(IN_ORDER);
    return facts;
  }

  /** {@code visits}, or, where this is missing in it, the same with it. */
  Visits in(TripPlan plan, Visits visits) {
    StopVisit visit = visits.stops().get(stop);
    if (arrival ? visit.isArrived() || visit.isClosed() : visit.isClosed()) {
      return visits;
    }
    Visits reached = visits.skipTo(stop, at, knownAt);
    return arrival
        ? reached.arrive(plan, stop, at, knownAt)
        : reached.depart(plan, stop, laterOf(at, visit), knownAt);
  }

  private static Instant laterOf(Instant departure, StopVisit visit) {
    Instant arrivedAt = visit.arrivedAt();
    return arrivedAt != null && arrivedAt.isAfter(departure) ? arrivedAt : departure;
  }
}
