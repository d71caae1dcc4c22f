package io.freightsdk.server.web.driver;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.MapStop;
import io.freightsdk.server.web.track.Times;
import io.freightsdk.server.web.track.TrackStop;
import io.freightsdk.server.web.track.Wording;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/** The one thing the driver has to do now. */
final class Task {
  private static final Template SECTION =
      Template.of(
          """
          <header class="task" data-region="task" data-next="{}">
          <p class="eyebrow">Load {} <span class="badge {}">{}</span></p>
          <p class="verb">{}</p>
          <h1>{}</h1>
          {}</header>
          """);
  private static final Template WHERE =
      Template.of("<p class=\"address\">{}</p>\n{}<p class=\"window\">{}</p>\n");
  private static final Template DIRECTIONS =
      Template.of("<p><a class=\"directions\" href=\"geo:{}?q={}\">Open in maps</a></p>\n");

  private Task() {}

  static Html of(DriverView load) {
    DriverStop current = load.current();
    String badge = Wording.badge(load.status());
    String tone = Wording.tone(load.status());
    if (current == null) {
      return SECTION.with(
          "", load.loadNumber(), tone, badge, "Nothing more to do", ending(load), Html.NONE);
    }
    return SECTION.with(
        nextStop(load),
        load.loadNumber(),
        tone,
        badge,
        verb(current.stop()),
        current.name(),
        where(current));
  }

  /** Number of the stop to drive to, for the simulated drive; empty when there is none. */
  private static String nextStop(DriverView load) {
    for (DriverStop stop : load.stops()) {
      boolean ahead = stop.stop().arrivedAt() == null && !stop.stop().missed();
      if (ahead) return Integer.toString(stop.stop().number());
    }
    return "";
  }

  private static String ending(DriverView load) {
    return switch (load.status()) {
      case "CANCELLED" -> "This load was cancelled";
      case "DELIVERED" -> "Delivered. Well done";
      default -> "All stops are done";
    };
  }

  private static String verb(TrackStop stop) {
    boolean pickup = stop.kind() == MapStop.Kind.PICKUP;
    if (stop.arrivedAt() == null) return pickup ? "Drive to the pickup at" : "Deliver to";
    return pickup ? "You are here. Load at" : "You are here. Unload at";
  }

  private static Html where(DriverStop stop) {
    return WHERE.with(stop.postalAddress(), directions(stop), window(stop.stop()));
  }

  private static Html directions(DriverStop stop) {
    Coordinates at = stop.stop().at();
    if (at == null) return Html.NONE;
    String query = URLEncoder.encode(stop.postalAddress(), StandardCharsets.UTF_8);
    return DIRECTIONS.with(String.format(Locale.ROOT, "%.5f,%.5f", at.lat(), at.lng()), query);
  }

  private static Html window(TrackStop stop) {
    Instant from = stop.windowFrom();
    if (from == null) return Html.escaped("No appointment");
    Instant to = stop.windowTo();
    return to == null ? Times.at(from, stop.zone()) : Times.window(from, to, stop.zone());
  }
}
