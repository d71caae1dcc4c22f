package io.freightsdk.server.web.driver;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.live.RegionUpdate;
import io.freightsdk.server.web.track.Times;
import io.freightsdk.server.web.track.TrackStop;
import io.freightsdk.server.web.track.Wording;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders the driver's page. Its script shares positions; the stops are shown without a script. */
public final class DriverPage {
  private static final Html ENDED = new Html(" data-ended");
  private static final int LONGEST_EQUIPMENT = 60;

  private final DriverView load;
  private final Times times;

  private DriverPage(DriverView load) {
    this.load = load;
    this.times = new Times(load.now());
  }

  public static Page of(DriverView load) {
    DriverPage page = new DriverPage(load);
    Html task = page.task();
    Html stops = page.stops();
    boolean ended = load.trackingEnded();
    Html body =
        block("page")
            .fill(
                "version", RegionUpdate.version(task, stops),
                "load", load.loadNumber(),
                "now", load.now().toEpochMilli(),
                "pace", load.pace(),
                "task", task,
                "share", block(ended ? "ended" : "share").fill(),
                "simulation", load.simulated() && !ended ? block("simulation").fill() : Html.NONE,
                "stops", stops);
    String title = load.loadNumber() + " · " + Wording.badge(load.status());
    return PageShell.live(Holder.STYLE, Holder.SCRIPT).withLocation().page(title, body);
  }

  /** The update for a page that shows an earlier state of the load. */
  public static RegionUpdate update(DriverView load) {
    DriverPage page = new DriverPage(load);
    return RegionUpdate.of(page.task(), page.stops());
  }

  private Html task() {
    DriverView.Stop current = load.current();
    return block("task")
        .fill(
            "next",
            load.trackingEnded() ? "" : nextStop(),
            "ended",
            ENDED.when(load.trackingEnded()),
            "load",
            load.loadNumber(),
            "tone",
            Wording.tone(load.status()),
            "badge",
            Wording.badge(load.status()),
            "verb",
            current == null ? "Nothing more to do" : verb(current.stop()),
            "title",
            current == null ? ending() : current.name(),
            "where",
            current == null ? Html.NONE : where(current));
  }

  /** Number of the stop to drive to, for the simulated drive; empty when there is none. */
  private String nextStop() {
    for (DriverView.Stop stop : load.stops()) {
      boolean ahead = stop.stop().arrivedAt() == null && !stop.stop().missed();
      if (ahead) return Integer.toString(stop.stop().number());
    }
    return "";
  }

  private String ending() {
    return switch (load.status()) {
      case "CANCELLED" -> "This load was cancelled";
      case "DELIVERED" -> "Delivered. Well done";
      default -> "All stops are done";
    };
  }

  private static String verb(TrackStop stop) {
    if (stop.arrivedAt() == null) return stop.isPickup() ? "Drive to the pickup at" : "Deliver to";
    return stop.isPickup() ? "You are here. Load at" : "You are here. Unload at";
  }

  private Html where(DriverView.Stop stop) {
    return block("where")
        .fill(
            "address", stop.postalAddress(),
            "ahead", ahead(stop.stop()),
            "directions", directions(stop),
            "window", window(stop.stop()));
  }

  private Html ahead(TrackStop stop) {
    DriverView.Ahead ahead = load.ahead();
    if (ahead == null || ahead.stop() != stop.number()) return Html.NONE;
    String format = ahead.miles() < 10 ? "%.1f mi" : "%,.0f mi";
    return block("ahead")
        .fill(
            "miles", String.format(Locale.US, format, ahead.miles()),
            "until", times.until(ahead.at()),
            "at", times.about(ahead.at(), stop.zone()));
  }

  private static Html directions(DriverView.Stop stop) {
    Coordinates at = stop.stop().at();
    if (at == null) return Html.NONE;
    String query = URLEncoder.encode(stop.postalAddress(), StandardCharsets.UTF_8);
    String point = String.format(Locale.ROOT, "%.5f,%.5f", at.lat(), at.lng());
    return block("directions").fill("at", point, "query", query);
  }

  private Html window(TrackStop stop) {
    Instant from = stop.windowFrom();
    if (from == null) return Html.escaped("No appointment");
    return times.window(from, stop.windowTo(), stop.zone());
  }

  private Html stops() {
    List<Html> stops = load.stops().stream().map(this::stop).toList();
    return block("stops").fill("stops", Html.joined(stops), "cargo", cargo());
  }

  private Html stop(DriverView.Stop stop) {
    return block("stop")
        .fill(
            "progress", progress(stop.stop()),
            "what", stop.stop().isPickup() ? "Pickup" : "Delivery",
            "state", state(stop.stop()),
            "name", load.trackingEnded() ? stop.stop().place() : stop.name(),
            "address", load.trackingEnded() ? "" : stop.postalAddress());
  }

  private static String progress(TrackStop stop) {
    if (stop.missed()) return "missed";
    return stop.departedAt() == null ? "open" : "done";
  }

  private Html state(TrackStop stop) {
    if (stop.missed()) return Html.escaped("passed without a stop");
    if (stop.departedAt() != null)
      return said("left", times.inSentence(stop.departedAt(), stop.zone()));
    if (stop.arrivedAt() != null)
      return said("arrived", times.inSentence(stop.arrivedAt(), stop.zone()));
    if (stop.windowFrom() == null) return Html.escaped("ahead");
    return said("due", times.inSentence(stop.windowFrom(), stop.zone()));
  }

  private static Html said(String word, Html time) {
    return new Html(word + " " + time.markup());
  }

  private Html cargo() {
    if (load.trackingEnded()) return Html.NONE;
    List<String> parts = new ArrayList<>();
    @Nullable String equipment = load.equipmentType();
    if (equipment != null && !equipment.isBlank()) parts.add(cut(equipment));
    if (load.weightPounds() != null) {
      parts.add(String.format(Locale.US, "%,.0f lb", load.weightPounds()));
    }
    return parts.isEmpty() ? Html.NONE : block("cargo").fill("text", String.join(", ", parts));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_EQUIPMENT ? text : text.substring(0, LONGEST_EQUIPMENT) + "…";
  }

  private static Template block(String name) {
    return Holder.BLOCKS.get(name);
  }

  private static final class Holder {
    static final Template.Blocks BLOCKS = Template.read("driver/driver.html");
    static final Asset STYLE = Asset.read("base.css", "driver/driver.css");
    static final Asset SCRIPT = Asset.read("live/live.js", "driver/driver.js");
  }
}
