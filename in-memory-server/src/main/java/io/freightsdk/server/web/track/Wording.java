package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Texts;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names of a load's states on pages. */
public final class Wording {
  private static final int LONGEST_STATUS = 40;

  private Wording() {}

  /** A status as a badge shows it; the list of statuses is open. */
  public static String badge(String status) {
    String key = "status." + status;
    if (Texts.has(key)) return Texts.text(key);
    String words = status.replace('_', ' ').toLowerCase(Locale.ROOT).strip();
    if (words.isEmpty()) return Texts.text("status.unknown");
    String shown = words.length() <= LONGEST_STATUS ? words : words.substring(0, LONGEST_STATUS);
    return Character.toUpperCase(shown.charAt(0)) + shown.substring(1);
  }

  /** The tone of a badge as a CSS class. */
  public static String tone(String status) {
    return switch (status) {
      case "PLANNED" -> "calm";
      case "AT_PICKUP", "AT_DELIVERY" -> "busy";
      case "IN_TRANSIT" -> "moving";
      case "DELIVERED" -> "good";
      case "CANCELLED" -> "bad";
      default -> "calm";
    };
  }

  /** One sentence that says where the load is. */
  static String headline(TrackView load) {
    TrackStop last = load.stops().get(load.stops().size() - 1);
    String first = load.stops().get(0).place();
    return switch (load.status()) {
      case "PLANNED", "AT_PICKUP" -> Texts.text("track.is." + load.status(), "place", first);
      case "IN_TRANSIT" -> onTheRoad(load.currentStop());
      case "AT_DELIVERY", "DELIVERED" ->
          Texts.text("track.is." + load.status(), "place", last.place());
      case "CANCELLED" -> Texts.text("track.is.CANCELLED");
      default -> badge(load.status());
    };
  }

  private static String onTheRoad(@Nullable TrackStop current) {
    if (current == null) return Texts.text("track.is.on-the-road");
    String key = current.arrivedAt() == null ? "track.is.IN_TRANSIT" : "track.is.at-stop";
    return Texts.text(key, "place", current.place());
  }
}
