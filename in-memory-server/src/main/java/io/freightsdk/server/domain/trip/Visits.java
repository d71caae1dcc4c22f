package io.freightsdk.server.domain.trip;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the fixes so far have shown of the stops: the fold of a track over a plan.
 *
 * @param inside run of fixes inside the open stop, before its arrival; or inside the stop after it,
 *     while the truck leaves
 * @param outside run of fixes outside the open stop, after its arrival
 * @param ahead run of sharp fixes inside a later stop's fence, which can show that the open stop
 *     was missed
 */
public record Visits(
    List<StopVisit> stops,
    @Nullable Streak inside,
    @Nullable Streak outside,
    @Nullable Streak ahead) {
  public Visits {
    stops = List.copyOf(stops);
  }

  public static Visits none(TripPlan plan) {
    return new Visits(Collections.nCopies(plan.stops().size(), StopVisit.AHEAD), null, null, null);
  }

  /** Index of the stop whose turn it is; the number of stops when all are closed. */
  public int open() {
    int i = 0;
    while (i < stops.size() && stops.get(i).isClosed()) {
      i++;
    }
    return i;
  }

  public StopVisit first() {
    return stops.get(0);
  }

  public StopVisit last() {
    return stops.get(stops.size() - 1);
  }

  /** The latest arrival or departure at the stops up to this one; null when there is none. */
  @Nullable Instant latestTimeUpTo(int stop) {
    Instant latest = null;
    for (int i = 0; i <= stop; i++) {
      latest = later(later(latest, stops.get(i).arrivedAt()), stops.get(i).departedAt());
    }
    return latest;
  }

  Visits watching(
      @Nullable Streak newInside, @Nullable Streak newOutside, @Nullable Streak newAhead) {
    return new Visits(stops, newInside, newOutside, newAhead);
  }

  /** The open stop is arrived at, and with it those that are one visit with it. */
  Visits arrive(TripPlan plan, int stop, Instant at, Instant knownAt) {
    List<StopVisit> changed = new ArrayList<>(stops);
    int i = stop;
    do {
      changed.set(i, changed.get(i).arrive(at, knownAt));
      i++;
    } while (i < changed.size() && isOneVisit(plan, i - 1, i));
    return new Visits(changed, null, null, null);
  }

  /** Closes the open stop and those visited with it. */
  Visits depart(TripPlan plan, int stop, Instant at, Instant knownAt) {
    List<StopVisit> changed = new ArrayList<>(stops);
    int i = stop;
    do {
      changed.set(i, changed.get(i).close(at, knownAt));
      i++;
    } while (i < changed.size() && isOneVisit(plan, i - 1, i) && changed.get(i).isArrived());
    return new Visits(changed, null, null, null);
  }

  /** Closes every open stop before {@code stop}: the truck was seen there instead. */
  Visits skipTo(int stop, Instant at, Instant knownAt) {
    List<StopVisit> changed = new ArrayList<>(stops);
    for (int i = 0; i < stop; i++) {
      if (!changed.get(i).isClosed()) {
        changed.set(i, changed.get(i).close(at, knownAt));
      }
    }
    return new Visits(changed, null, null, null);
  }

  static boolean isOneVisit(TripPlan plan, int stop, int next) {
    return plan.stops().get(stop).isVisitedTogetherWith(plan.stops().get(next));
  }

  private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isBefore(b) ? b : a;
  }
}
