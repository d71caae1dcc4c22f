package io.freightsdk.server.web.driver;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.Asset;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.PageShell;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
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

  /** The page; its links are relative, because the server may be below a path. */
  public static Page of(DriverView load) {
    return new DriverPage(load).page();
  }

  private Page page() {
    boolean ended = load.trackingEnded();
    Html body =
        block("page")
            .fill(
                "now", load.now().toEpochMilli(),
                "pace", load.pace(),
                "texts", Texts.json("say.", "live."),
                "task", task(),
                "share", block(ended ? "ended" : "share").fill(),
                "stops", stops());
    return PageShell.live(Holder.STYLE, Holder.SCRIPT)
        .withLocation()
        .page(load.loadNumber() + " · " + badge(), body);
  }

  private String badge() {
    return Wording.badge(load.status());
  }

  private Html task() {
    DriverView.Stop current = load.current();
    return block("task")
        .fill(
            "ended",
            ENDED.when(load.trackingEnded()),
            "load",
            load.loadNumber(),
            "tone",
            Wording.tone(load.status()),
            "badge",
            badge(),
            "verb",
            Texts.text(current == null ? "driver.nothing-to-do" : verb(current.stop())),
            "title",
            current == null ? ending() : current.name(),
            "where",
            current == null ? Html.NONE : where(current));
  }

  private String ending() {
    return switch (load.status()) {
      case "CANCELLED" -> Texts.text("driver.cancelled");
      case "DELIVERED" -> Texts.text("driver.delivered");
      default -> Texts.text("driver.all-done");
    };
  }

  private static String verb(TrackStop stop) {
    if (stop.arrivedAt() == null)
      return stop.isPickup() ? "driver.to-pickup" : "driver.to-delivery";
    return stop.isPickup() ? "driver.at-pickup" : "driver.at-delivery";
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
    return block("ahead")
        .fill(
            "miles", Texts.miles(ahead.miles()),
            "until", times.until(ahead.at()),
            "at", times.aboutInSentence(ahead.at(), stop.zone()));
  }

  private Html directions(DriverView.Stop stop) {
    Coordinates at = stop.stop().at();
    if (at == null) return Html.NONE;
    String query = URLEncoder.encode(stop.postalAddress(), StandardCharsets.UTF_8);
    String point = String.format(Locale.ROOT, "%.5f,%.5f", at.lat(), at.lng());
    return block("directions").fill("at", point, "query", query);
  }

  private Html window(TrackStop stop) {
    Instant from = stop.windowFrom();
    if (from == null) return Texts.html("driver.no-window");
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
            "what", Texts.text(stop.stop().isPickup() ? "driver.pickup" : "driver.delivery"),
            "state", state(stop.stop()),
            "name", load.trackingEnded() ? stop.stop().place() : stop.name(),
            "address", load.trackingEnded() ? "" : stop.postalAddress());
  }

  private static String progress(TrackStop stop) {
    if (stop.missed()) return "missed";
    return stop.departedAt() == null ? "open" : "done";
  }

  private Html state(TrackStop stop) {
    if (stop.missed()) return Texts.html("driver.passed");
    if (stop.departedAt() != null) return said("driver.left", stop.departedAt(), stop);
    if (stop.arrivedAt() != null) return said("driver.arrived", stop.arrivedAt(), stop);
    if (stop.windowFrom() == null) return Texts.html("driver.ahead");
    return said("driver.due", stop.windowFrom(), stop);
  }

  private Html said(String key, Instant time, TrackStop stop) {
    return Texts.html(key, "time", times.inSentence(time, stop.zone()));
  }

  private Html cargo() {
    if (load.trackingEnded()) return Html.NONE;
    List<String> parts = new ArrayList<>();
    @Nullable String equipment = load.equipmentType();
    if (equipment != null && !equipment.isBlank()) parts.add(cut(equipment));
    if (load.weightPounds() != null) {
      parts.add(String.format(Texts.LOCALE, "%,.0f lb", load.weightPounds()));
    }
    return parts.isEmpty() ? Html.NONE : block("cargo").fill("text", String.join(", ", parts));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_EQUIPMENT ? text : text.substring(0, LONGEST_EQUIPMENT) + "…";
  }

  private Template block(String name) {
    return Texts.blocks("driver/driver.html").get(name);
  }

  private static final class Holder {
    static final Asset STYLE = Asset.read("base.css", "driver/driver.css");
    static final Asset SCRIPT = Asset.read("live/patch.js", "live/live.js", "driver/driver.js");
  }
}
