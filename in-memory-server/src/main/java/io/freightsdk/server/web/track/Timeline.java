package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import io.freightsdk.server.web.map.MapStop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of stops, each with its planned and actual times in its own zone. On long loads, stops
 * that are done or far ahead are folded.
 */
record Timeline(TrackView load, Times times) {
  private static final Html CURRENT = new Html(" aria-current=\"step\"");

  /** Number of stops that are shown unfolded before the current one, and after it. */
  private static final int OPEN_BEFORE = 1;

  private static final int OPEN_AFTER = 4;
  private static final int WORTH_FOLDING = 3;

  static Html of(TrackView load) {
    return new Timeline(load, new Times(load.now())).render();
  }

  /** Progress of the driver of {@code load} at {@code stop}. */
  static MapStop.Progress progress(TrackView load, TrackStop stop) {
    if (stop.missed()) return MapStop.Progress.MISSED;
    boolean finishedHere = !load.isOpen() && stop.arrivedAt() != null;
    if (stop.departedAt() != null || finishedHere) return MapStop.Progress.DONE;
    if (stop.arrivedAt() != null) return MapStop.Progress.HERE;
    boolean next = load.isOpen() && stop.equals(load.currentStop());
    return next ? MapStop.Progress.NEXT : MapStop.Progress.AHEAD;
  }

  private Html render() {
    List<TrackStop> stops = load.stops();
    TrackStop current = load.currentStop();
    int at = load.isOpen() && current != null ? current.number() - 1 : stops.size();
    int doneEnd = Math.max(0, at - OPEN_BEFORE);
    int aheadStart = Math.min(stops.size() - 1, at + OPEN_AFTER);
    int aheadEnd = stops.size() - 1;
    List<Html> shown = new ArrayList<>();
    shown.add(part(0, doneEnd, "done"));
    boolean foldsAhead = aheadEnd - aheadStart >= WORTH_FOLDING;
    for (TrackStop stop : stops.subList(doneEnd, foldsAhead ? aheadStart : stops.size())) {
      shown.add(stop(stop));
    }
    if (foldsAhead) {
      shown.add(part(aheadStart, aheadEnd, "ahead"));
      shown.add(stop(stops.get(aheadEnd)));
    }
    Html booked = times.at(load.createdAt(), stops.get(0).zone());
    return block("timeline")
        .fill(
            "stops", Html.joined(shown), "footnote", Texts.html("track.booked", "booked", booked));
  }

  private Html part(int from, int to, String key) {
    List<Html> stops = load.stops().subList(from, to).stream().map(this::stop).toList();
    if (stops.size() < WORTH_FOLDING) return Html.joined(stops);
    return block("folded")
        .fill(
            "key",
            key,
            "summary",
            Texts.text("track.stops-" + key, "count", stops.size()),
            "start",
            from + 1,
            "stops",
            Html.joined(stops));
  }

  private Html stop(TrackStop stop) {
    MapStop.Progress progress = progress(load, stop);
    boolean current = progress == MapStop.Progress.NEXT || progress == MapStop.Progress.HERE;
    return block("stop")
        .fill(
            "number", stop.number(),
            "kind", stop.isPickup() ? "pickup" : "delivery",
            "progress", progress.css(),
            "current", CURRENT.when(current),
            "what", Texts.text(stop.isPickup() ? "driver.pickup" : "driver.delivery"),
            "spoken", Texts.text("track.spoken." + progress.css()),
            "place", stop.place(),
            "lines", lines(stop, progress));
  }

  private Html lines(TrackStop stop, MapStop.Progress progress) {
    List<Html> lines = new ArrayList<>();
    Instant from = stop.windowFrom();
    if (from != null)
      lines.add(line("track.planned", times.window(from, stop.windowTo(), stop.zone())));
    TrackView.Arrival eta = load.eta();
    boolean ahead = load.isOpen() && stop.arrivedAt() == null && !stop.missed();
    Instant expected = eta == null || !ahead || !load.hasEstimate() ? null : eta.at(stop.number());
    if (expected != null) {
      String term = load.isSilent() ? "track.estimate" : "track.expected";
      lines.add(line(term, times.about(expected, stop.zone())));
    }
    if (progress == MapStop.Progress.MISSED) {
      lines.add(line("track.passed", Texts.html("track.no-stop")));
    }
    Instant arrived = stop.arrivedAt();
    Instant departed = stop.departedAt();
    if (arrived != null) lines.add(line("track.arrived", times.at(arrived, stop.zone())));
    if (departed != null && arrived != null) {
      Html left = times.at(departed, stop.zone());
      String stay = times.length(Duration.between(arrived, departed));
      lines.add(line("track.left", Texts.html("track.left-after", "time", left, "length", stay)));
    }
    return Html.joined(lines);
  }

  private Html line(String term, Html value) {
    return block("line").fill("term", Texts.text(term), "value", value);
  }

  private Template block(String name) {
    return TrackPage.block(name);
  }
}
