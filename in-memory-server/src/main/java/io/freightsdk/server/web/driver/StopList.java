package io.freightsdk.server.web.driver;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.MapStop;
import io.freightsdk.server.web.track.Times;
import io.freightsdk.server.web.track.TrackStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** All stops of the load with their addresses, and what is on the truck. */
final class StopList {
  private static final Template SECTION =
      Template.of(
          """
          <section class="stops" data-region="stops" aria-labelledby="stops-title">
          <h2 id="stops-title">All stops</h2>
          <ol>
          {}</ol>
          {}</section>
          """);
  private static final Template STOP =
      Template.of(
          """
          <li class="{}"><p class="what">{} · {}</p><h3>{}</h3><p>{}</p></li>
          """);
  private static final Template CARGO = Template.of("<p class=\"cargo\">{}</p>\n");
  private static final int LONGEST_EQUIPMENT = 60;

  private StopList() {}

  static Html of(DriverView load) {
    List<Html> stops = new ArrayList<>();
    for (DriverStop stop : load.stops()) stops.add(stop(stop));
    return SECTION.with(Html.joined(stops), cargo(load));
  }

  private static Html stop(DriverStop stop) {
    boolean pickup = stop.stop().kind() == MapStop.Kind.PICKUP;
    boolean done = stop.stop().departedAt() != null || stop.stop().missed();
    return STOP.with(
        done ? "done" : "open",
        pickup ? "Pickup" : "Delivery",
        state(stop.stop()),
        stop.name(),
        stop.postalAddress());
  }

  private static Html state(TrackStop stop) {
    if (stop.missed()) return Html.escaped("passed");
    if (stop.departedAt() != null) return said("left", Times.at(stop.departedAt(), stop.zone()));
    if (stop.arrivedAt() != null) return said("arrived", Times.at(stop.arrivedAt(), stop.zone()));
    if (stop.windowFrom() == null) return Html.escaped("ahead");
    return said("due", Times.at(stop.windowFrom(), stop.zone()));
  }

  private static Html said(String word, Html time) {
    return new Html(word + " " + time.markup());
  }

  private static Html cargo(DriverView load) {
    List<String> parts = new ArrayList<>();
    @Nullable String equipment = load.equipmentType();
    if (equipment != null && !equipment.isBlank()) parts.add(cut(equipment));
    if (load.weightPounds() != null) {
      parts.add(String.format(Locale.US, "%,.0f lb", load.weightPounds()));
    }
    return parts.isEmpty() ? Html.NONE : CARGO.with(String.join(", ", parts));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_EQUIPMENT ? text : text.substring(0, LONGEST_EQUIPMENT) + "…";
  }
}
