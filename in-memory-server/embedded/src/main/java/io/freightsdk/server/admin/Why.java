package io.freightsdk.server.admin;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress.DeliveredBy;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says in a sentence why a load is where it is, which is what people ask first: how near it came to
 * its next stop, and which positions did not count.
 */
final class Why {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMM d, HH:mm 'UTC'", Locale.US).withZone(ZoneOffset.UTC);

  /** Farther away than this many radii, a truck is under way and has not just missed the fence. */
  private static final double NEAR_RADII = 3;

  private static final int MOST_NAMED = 3;

  private final LoadView load;
  private final @Nullable DeliveredBy deliveredBy;
  private final List<FixExplanation> fixes;

  private Why(LoadView load, @Nullable DeliveredBy deliveredBy, List<FixExplanation> fixes) {
    this.load = load;
    this.deliveredBy = deliveredBy;
    this.fixes = fixes;
  }

  /**
   * The reason by the {@code fixes} that are explained, oldest first; {@code view} shows the load.
   */
  static String of(TrackedLoad load, LoadView view, List<FixExplanation> fixes) {
    DeliveredBy by = load.withTrip(trip -> trip.progress().deliveredBy());
    return new Why(view, by, fixes).sentence();
  }

  private String sentence() {
    if (load.status().equals(LoadStatus.CANCELLED)) {
      return "Cancelled: positions change nothing any more.";
    }
    if (load.deliveredAt() != null && deliveredBy != null) {
      return delivered(load.deliveredAt(), deliveredBy) + missed();
    }
    LoadView.Stop stop = open();
    if (stop == null) return "Every stop is done.";
    if (fixes.isEmpty()) {
      return load.driverJoined()
          ? "No position yet: the driver has opened the link, but shares nothing."
          : "No position yet: the driver has not opened the link.";
    }
    String where = stop.arrivedAt() == null ? notArrived(stop) : atStop(stop);
    return where + notLoaded(stop) + refusedLast() + missed();
  }

  private String delivered(Instant at, DeliveredBy by) {
    String when = "Delivered " + TIME.format(at);
    return switch (by) {
      case ARRIVAL -> when + ", on the arrival at its last stop.";
      case CONFIRMATION -> when + ", when its bill of lading was confirmed.";
      case BOL_TIMEOUT ->
          when
              + " without its bill of lading, which "
              + (load.bolMissing() ? "never came." : "came later.");
      case HAND -> when + ", by hand.";
    };
  }

  /** The stops that the truck passed unseen, and those where fixes never showed it. */
  private String missed() {
    StringBuilder missed = new StringBuilder();
    for (LoadView.Stop stop : load.stops()) {
      boolean isUnseen = deliveredBy == DeliveredBy.HAND && stop.arrivedAt() == null;
      if (stop.missed()) missed.append(" Stop ").append(place(stop)).append(" was missed.");
      else if (isUnseen) missed.append(" Not seen at ").append(named(stop)).append('.');
    }
    return missed.toString();
  }

  /** What a driver asks who stands at the consignee's while his load is PLANNED. */
  private String notLoaded(LoadView.Stop open) {
    FixExplanation last = lastKept();
    boolean isLoaded = open.sequence() > 1 || open.arrivedAt() != null;
    if (isLoaded || last == null) return "";
    for (LoadView.Stop later : load.stops().subList(1, load.stops().size())) {
      FenceDistance fence = fence(last, later);
      boolean isInside = fence != null && fence.side().equals("INSIDE");
      if (!isInside) continue;
      return " The last position is inside %s, but the load was not seen at its pickup, so it is not loaded."
          .formatted(named(later));
    }
    return "";
  }

  private LoadView.@Nullable Stop open() {
    for (LoadView.Stop stop : load.stops()) {
      if (stop.departedAt() == null && !stop.missed()) return stop;
    }
    return null;
  }

  private String atStop(LoadView.Stop stop) {
    Instant since = stop.arrivedAt();
    String at = "At " + named(stop) + " since " + (since == null ? "" : TIME.format(since));
    boolean isLast = stop.sequence() == load.stops().size();
    if (isLast) return at + ", not delivered: it waits for its bill of lading.";
    FixExplanation last = lastKept();
    FenceDistance fence = last == null ? null : fence(last, stop);
    if (last == null || fence == null || fence.meters() == null) return at + ".";
    String where =
        at + ": the last position, " + TIME.format(last.fix().time()) + ", is " + meters(fence);
    return switch (fence.side()) {
      case "OUTSIDE" -> where + " away. Two such positions in a row make a departure.";
      case "GREY_ZONE" ->
          where + " away, just outside its fence, where drift of the GPS decides nothing.";
      default -> where + " from its middle, inside its fence.";
    };
  }

  private String notArrived(LoadView.Stop stop) {
    Double radius = stop.radiusMeters();
    return radius == null
        ? "Stop %s is not on the map, so no position can show an arrival there. %s, or deliver this one by hand."
            .formatted(place(stop), PlannedStop.HOW_TO_PLACE)
        : notArrived(stop, radius);
  }

  private String notArrived(LoadView.Stop stop, double radius) {
    FixExplanation closest = null;
    double least = Double.POSITIVE_INFINITY;
    int kept = 0;
    List<FixExplanation> tooRough = new ArrayList<>();
    List<FixExplanation> rough = new ArrayList<>();
    List<FixExplanation> refused = new ArrayList<>();
    for (FixExplanation fix : fixes) {
      FenceDistance fence = fence(fix, stop);
      if (fence == null || fence.meters() == null) continue;
      boolean isInside = fence.meters() <= radius;
      if (!fix.accepted()) {
        if (isInside) refused.add(fix);
        continue;
      }
      kept++;
      if (isInside && fix.quality().equals("UNUSABLE")) {
        tooRough.add(fix);
        continue;
      }
      if (isInside && fix.quality().equals("COARSE")) rough.add(fix);
      if (fence.meters() < least) {
        least = fence.meters();
        closest = fix;
      }
    }
    FixExplanation last = lastKept();
    boolean noneInside = tooRough.isEmpty() && rough.isEmpty() && refused.isEmpty();
    if (last != null && noneInside && least > NEAR_RADII * radius) {
      FenceDistance fence = fence(last, stop);
      Double away = fence == null ? null : fence.meters();
      boolean isFar = away != null && isFar(away);
      return "On the way to %s: the last position, %s, is %s away; the fence is %s."
          .formatted(
              named(stop),
              TIME.format(last.fix().time()),
              away == null ? "an unknown distance" : length(away, isFar),
              fenceOf(stop, radius, isFar));
    }
    String near =
        closest == null
            ? "no usable position came near"
            : "the closest of %s came to %s at %s"
                .formatted(
                    count(kept, "position"),
                    length(least, isFar(least)),
                    TIME.format(closest.fix().time()));
    return "Not arrived at %s: %s; the fence is %s."
            .formatted(named(stop), near, fenceOf(stop, radius, closest != null && isFar(least)))
        + inside(tooRough, "too rough to count (" + accuracies(tooRough) + "; at most 150 m)")
        + inside(rough, "rough (" + accuracies(rough) + "): two in a row are needed")
        + inside(refused, "refused: " + reasons(refused));
  }

  private static String inside(List<FixExplanation> some, String how) {
    if (some.isEmpty()) return "";
    String were = some.size() == 1 ? " inside was " : " inside were ";
    return " " + count(some.size(), "position") + were + how + ".";
  }

  /** Positions that are refused at present explain a truck that seems to stand. */
  private String refusedLast() {
    int from = fixes.size();
    while (from > 0 && !fixes.get(from - 1).accepted()) from--;
    List<FixExplanation> refused = fixes.subList(from, fixes.size());
    if (refused.isEmpty()) return "";
    String many = refused.size() == 1 ? "position was" : refused.size() + " positions were";
    return " The last " + many + " refused: " + reasons(refused) + ".";
  }

  private @Nullable FixExplanation lastKept() {
    for (int i = fixes.size() - 1; i >= 0; i--) {
      if (fixes.get(i).accepted()) return fixes.get(i);
    }
    return null;
  }

  /** How wide a fence is, and what it stands on unless the order said where the dock is. */
  private static String fenceOf(LoadView.Stop stop, double radius, boolean inMiles) {
    boolean isExact = stop.geocodePrecision().equals("exact");
    String guess = " around the middle of its " + PlannedStop.placedBy(stop.geocodePrecision());
    return length(radius, inMiles) + (isExact ? "" : guess);
  }

  private static @Nullable FenceDistance fence(FixExplanation fix, LoadView.Stop stop) {
    for (FenceDistance fence : fix.fences()) {
      if (fence.sequence() == stop.sequence()) return fence;
    }
    return null;
  }

  private static String named(LoadView.Stop stop) {
    return "stop " + place(stop);
  }

  private static String place(LoadView.Stop stop) {
    return stop.sequence() + " (" + stop.city() + ", " + stop.state() + ")";
  }

  private static String count(int count, String noun) {
    return count == 1 ? "1 " + noun : String.format(Locale.US, "%,d %ss", count, noun);
  }

  private static String accuracies(List<FixExplanation> some) {
    List<String> named = new ArrayList<>();
    for (FixExplanation fix : some) {
      Double accuracy = fix.fix().accuracyMeters();
      if (accuracy == null) continue;
      if (named.size() == MOST_NAMED) return String.join(", ", named) + ", ...";
      named.add(meters(accuracy));
    }
    return named.isEmpty() ? "of unknown accuracy" : String.join(", ", named);
  }

  private static String reasons(List<FixExplanation> refused) {
    TreeSet<String> reasons = new TreeSet<>();
    for (FixExplanation fix : refused) {
      if (fix.refusal() != null) reasons.add(fix.refusal().replace('_', ' '));
    }
    return String.join(", ", reasons);
  }

  private static String meters(FenceDistance fence) {
    return fence.meters() == null ? "an unknown distance" : meters(fence.meters());
  }

  private static String meters(double meters) {
    return length(meters, isFar(meters));
  }

  /** Metres near a fence, where they decide; miles on the road. */
  private static boolean isFar(double meters) {
    return meters >= 10_000;
  }

  /** Lengths that are compared have one unit. */
  private static String length(double meters, boolean inMiles) {
    if (!inMiles) return String.format(Locale.US, "%,.0f m", meters);
    double miles = meters / Coordinates.METERS_PER_MILE;
    return String.format(Locale.US, miles < 10 ? "%.1f mi" : "%,.0f mi", miles);
  }
}
