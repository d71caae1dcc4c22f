package io.freightsdk.server.web.track;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names of a load's states on pages. */
public final class Wording {
  private static final int LONGEST_STATUS = 40;

  private Wording() {}

  /** A status as a badge shows it; the list of statuses is open. */
  public static String badge(String status) {
    String words = status.replace('_', ' ').toLowerCase(Locale.ROOT).strip();
    if (words.isEmpty()) return "Unknown";
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
    TrackStop current = load.currentStop();
    TrackStop last = load.stops().get(load.stops().size() - 1);
    return switch (load.status()) {
      case "PLANNED" -> "Waiting for pickup in " + load.stops().get(0).place();
      case "AT_PICKUP" -> "At the pickup in " + load.stops().get(0).place();
      case "IN_TRANSIT" -> onTheRoad(current);
      case "AT_DELIVERY" -> "At the delivery in " + last.place();
      case "DELIVERED" -> "Delivered in " + last.place();
      case "CANCELLED" -> "This load was cancelled";
      default -> badge(load.status());
    };
  }

  private static String onTheRoad(@Nullable TrackStop current) {
    if (current == null) return "On the road";
    return (current.arrivedAt() == null ? "On the way to " : "At the stop in ") + current.place();
  }
}
