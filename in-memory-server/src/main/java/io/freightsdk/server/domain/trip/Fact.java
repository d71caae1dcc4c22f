package io.freightsdk.server.domain.trip;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    Instant time = notBefore(visits.latestTimeUpTo(stop));
    Visits reached = visits.skipTo(stop, time, knownAt);
    return arrival
        ? reached.arrive(plan, stop, time, knownAt)
        : reached.depart(plan, stop, time, knownAt);
  }

  /** Its time, unless a late fix has shown the truck at this or an earlier stop after that. */
  private Instant notBefore(@Nullable Instant seenElsewhere) {
    return seenElsewhere != null && seenElsewhere.isAfter(at) ? seenElsewhere : at;
  }
}
