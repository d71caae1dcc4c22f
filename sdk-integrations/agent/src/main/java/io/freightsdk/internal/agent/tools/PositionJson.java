package io.freightsdk.internal.agent.tools;

import io.freightsdk.Charge;
import io.freightsdk.internal.agent.results.MoneyFormat;
import io.freightsdk.internal.agent.results.TimeFormat;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position for a model, without its up to 500 GPS points, which would fill the model's context.
 */
final class PositionJson {
  // With 60 characters for each city, a result stays below 8 KB.
  private static final int MAX_STOPS = 14;
  private static final Duration OLD_AFTER = Duration.ofMinutes(30);

  private PositionJson() {}

  static Map<String, @Nullable Object> members(
      String loadNumber, LoadPosition position, Instant readAt, Charge charge) {
    List<PositionStop> stops = position.stops();
    List<PositionStop> shown = around(stops);
    GpsPoint last = position.latestFix();

    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("status", UntrustedText.word(position.status().value()));
    members.put("deliveredAt", text(position.deliveredAt()));
    members.put("onTime", position.onTime());
    members.put("delayMinutes", position.delayMinutes());
    members.put("distanceMiles", position.distanceMiles());
    members.put("stops", shown.stream().map(PositionJson::stop).toList());
    if (shown.size() < stops.size()) members.put("stopsNotShown", stops.size() - shown.size());
    members.put("last", last == null ? null : last(last));
    members.put("eta", eta(position.eta()));
    members.put("note", note(position, last, readAt));
    members.put("readAt", text(readAt));
    members.put("chargedUsd", MoneyFormat.charged(charge));
    return members;
  }

  /** The first stop, the last stop, and the stops around the next one. */
  private static List<PositionStop> around(List<PositionStop> stops) {
    if (stops.size() <= MAX_STOPS) return stops;

    int next = 1;
    while (next < stops.size() - 1 && stops.get(next).departedAt() != null) next++;
    int from = Math.min(Math.max(1, next - 2), stops.size() - MAX_STOPS + 1);
    List<PositionStop> shown = new ArrayList<>();
    shown.add(stops.get(0));
    shown.addAll(stops.subList(from, from + MAX_STOPS - 2));
    shown.add(stops.get(stops.size() - 1));
    return shown;
  }

  private static Map<String, @Nullable Object> stop(PositionStop stop) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("sequence", stop.sequence());
    members.put("type", stop.type() == null ? null : UntrustedText.word(stop.type().value()));
    members.put("city", UntrustedText.line(stop.city()));
    members.put("state", stop.state() == null ? null : UntrustedText.word(stop.state()));
    members.put("windowTo", text(stop.windowTo()));
    members.put("arrivedAt", text(stop.arrivedAt()));
    members.put("departedAt", text(stop.departedAt()));
    return members;
  }

  private static Map<String, @Nullable Object> last(GpsPoint point) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("at", text(point.ts()));
    members.put("lat", roundedToMeter(point.lat()));
    members.put("lng", roundedToMeter(point.lng()));
    members.put("speedMph", point.speed());
    return members;
  }

  /** The known members of the ETA. Other members are omitted, because they may contain anything. */
  private static @Nullable Map<String, @Nullable Object> eta(@Nullable Eta eta) {
    if (eta == null) return null;

    Map<String, @Nullable Object> open = eta.additionalProperties();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (open.get("etaAt") instanceof String at) members.put("etaAt", UntrustedText.line(at));
    if (open.get("remainingMiles") instanceof Number miles
        && Double.isFinite(miles.doubleValue())) {
      members.put("remainingMiles", miles.doubleValue());
    }
    if (open.get("stale") instanceof Boolean stale) members.put("stale", stale);
    if (open.get("reason") instanceof String reason) {
      members.put("reason", UntrustedText.line(reason));
    }
    return members;
  }

  /**
   * Explains a missing or old position. The service does not report whether the driver has opened
   * the link, or why a phone sends nothing.
   */
  private static @Nullable String note(
      LoadPosition position, @Nullable GpsPoint last, Instant readAt) {
    if (hasEnded(position)) return null;
    if (last == null) {
      return "No position was reported yet. The driver has not opened the link in the text message,"
          + " or does not share a location; the service does not say which. Another read costs as"
          + " much, whatever it finds. First ask the user to call the driver.";
    }
    Instant at = last.ts();
    if (at == null) return null;
    Duration silence = Duration.between(at, readAt);
    if (silence.compareTo(OLD_AFTER) < 0) return null;
    return "The last position is "
        + silence.toMinutes()
        + " minutes old. The current position is unknown.";
  }

  /** Five decimals are about one meter. */
  private static @Nullable Double roundedToMeter(@Nullable Double degrees) {
    return degrees == null ? null : Math.round(degrees * 1e5) / 1e5;
  }

  private static boolean hasEnded(LoadPosition position) {
    return position.deliveredAt() != null
        || position.status().equals(LoadStatus.DELIVERED)
        || position.status().equals(LoadStatus.CANCELLED);
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : TimeFormat.roundedDown(instant);
  }
}
