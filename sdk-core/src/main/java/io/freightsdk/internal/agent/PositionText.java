package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.PositionStop;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A position as a model needs it: where the truck is, not the 500 points it came from, which would
 * cost more in context than the reading did.
 */
final class PositionText {
  private static final int MAX_TEXT = 100;

  private PositionText() {}

  static Map<String, @Nullable Object> members(
      LoadPosition position, Instant readAt, Charge charge) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", position.loadNumber());
    members.put("status", position.status().value());
    members.put("deliveredAt", text(position.deliveredAt()));
    members.put("onTime", position.onTime());
    members.put("delayMinutes", position.delayMinutes());
    members.put("distanceMiles", position.distanceMiles());
    members.put("stops", position.stops().stream().map(PositionText::stop).toList());
    members.put("last", last(position.gpsTrack()));
    members.put("eta", eta(position.eta()));
    members.put("readAt", text(readAt.truncatedTo(ChronoUnit.SECONDS)));
    members.put("chargedUsd", Money.usd(charge));
    return members;
  }

  private static Map<String, @Nullable Object> stop(PositionStop stop) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("type", stop.type() == null ? null : stop.type().value());
    members.put("city", bounded(stop.city()));
    members.put("state", bounded(stop.state()));
    members.put("windowTo", text(stop.windowTo()));
    members.put("arrivedAt", text(stop.arrivedAt()));
    members.put("departedAt", text(stop.departedAt()));
    return members;
  }

  private static @Nullable Map<String, @Nullable Object> last(List<GpsPoint> track) {
    if (track.isEmpty()) return null;

    GpsPoint point = track.get(track.size() - 1);
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("at", text(point.ts()));
    members.put("lat", point.lat());
    members.put("lng", point.lng());
    members.put("speedMph", point.speed());
    return members;
  }

  /** The known members of the open ETA block; others could be anything. */
  private static @Nullable Map<String, @Nullable Object> eta(@Nullable Eta eta) {
    if (eta == null) return null;

    Map<String, @Nullable Object> open = eta.additionalProperties();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    if (open.get("etaAt") instanceof String at) members.put("etaAt", bounded(at));
    if (open.get("remainingMiles") instanceof Number miles) members.put("remainingMiles", miles);
    if (open.get("stale") instanceof Boolean stale) members.put("stale", stale);
    if (open.get("reason") instanceof String reason) members.put("reason", bounded(reason));
    return members;
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static @Nullable String bounded(@Nullable String text) {
    return text == null || text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
  }
}
