package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.fence.FixQuality;
import io.freightsdk.server.domain.ping.PingRefusal;
import io.freightsdk.server.geo.Fix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fix did to a trip, and why.
 *
 * @param refusal null when the fix is kept
 * @param quality what its accuracy allowed it to say
 * @param fences one reading per stop, in order
 * @param inside run of fixes inside a stop after this one; null when there is none
 * @param outside run of fixes outside the stop the truck is at; null when there is none
 * @param ahead run of sharp fixes inside a later stop; null when there is none
 * @param events what happened, as sentences without a full stop; empty when nothing did
 */
public record Explanation(
    Fix fix,
    @Nullable PingRefusal refusal,
    FixQuality quality,
    List<FenceReading> fences,
    @Nullable Streak inside,
    @Nullable Streak outside,
    @Nullable Streak ahead,
    Status before,
    Status after,
    List<String> events) {
  public Explanation {
    fences = List.copyOf(fences);
    events = List.copyOf(events);
  }

  static Explanation refused(Progress progress, Fix fix, PingRefusal reason) {
    return explain(progress, fix, reason, progress, List.of("refused: " + reason.code()));
  }

  static Explanation kept(Progress before, Fix fix, Progress after) {
    return explain(before, fix, null, after, eventsBetween(before, after));
  }

  private static Explanation explain(
      Progress before,
      Fix fix,
      @Nullable PingRefusal refusal,
      Progress after,
      List<String> events) {
    Visits visits = after.visits();
    return new Explanation(
        fix,
        refusal,
        FixQuality.of(fix.accuracyMeters()),
        FenceReading.of(after.plan(), fix.at()),
        visits.inside(),
        visits.outside(),
        visits.ahead(),
        before.status(),
        after.status(),
        events);
  }

  private static List<String> eventsBetween(Progress before, Progress after) {
    List<String> events = new ArrayList<>();
    for (int i = 0; i < after.stops().size(); i++) {
      StopVisit was = before.stops().get(i);
      StopVisit is = after.stops().get(i);
      int sequence = i + 1;
      if (is.missed() && !was.missed()) {
        events.add("stop " + sequence + " missed: the truck stayed at a later stop");
        continue;
      }
      if (is.isArrived() && !was.isArrived()) {
        events.add("arrived at stop " + sequence + " at " + is.arrivedAt());
      }
      if (is.isClosed() && !was.isClosed()) {
        events.add("departed from stop " + sequence + " at " + is.departedAt());
      }
    }
    return events;
  }
}
