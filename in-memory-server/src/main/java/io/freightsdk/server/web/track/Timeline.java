package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.MapStop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The stops one under another, each with its planned and real times in its own zone. */
final class Timeline {
  private static final Template SECTION =
      Template.of(
          """
          <section class="timeline" data-region="timeline" aria-labelledby="stops-title">
          <h2 id="stops-title">Stops</h2>
          <ol>
          {}</ol>
          <p class="footnote">Booked {}. Times are local to each stop.</p>
          </section>
          """);
  private static final Template STOP =
      Template.of(
          """
          <li class="{} {}"{}>
          <p class="what">{}<span class="sr">{}</span></p>
          <h3>{}</h3>
          {}</li>
          """);
  private static final Template LINE =
      Template.of("<p class=\"when\"><span>{}</span> <b>{}</b></p>\n");
  private static final Html CURRENT = new Html(" aria-current=\"step\"");

  private final TrackView load;

  private Timeline(TrackView load) {
    this.load = load;
  }

  static Html of(TrackView load) {
    return new Timeline(load).render();
  }

  /** How far the driver of {@code load} is with {@code stop}. */
  static MapStop.Progress progress(TrackView load, TrackStop stop) {
    if (stop.missed()) return MapStop.Progress.MISSED;
    boolean finishedHere = !load.isOpen() && stop.arrivedAt() != null;
    if (stop.departedAt() != null || finishedHere) return MapStop.Progress.DONE;
    if (stop.arrivedAt() != null) return MapStop.Progress.HERE;
    boolean next = load.isOpen() && stop.equals(load.currentStop());
    return next ? MapStop.Progress.NEXT : MapStop.Progress.AHEAD;
  }

  private Html render() {
    List<Html> stops = new ArrayList<>();
    for (TrackStop stop : load.stops()) stops.add(stop(stop));
    Html booked = Times.at(load.createdAt(), load.stops().get(0).zone());
    return SECTION.with(Html.joined(stops), booked);
  }

  private Html stop(TrackStop stop) {
    MapStop.Progress progress = progress(load, stop);
    boolean current = progress == MapStop.Progress.NEXT || progress == MapStop.Progress.HERE;
    boolean pickup = stop.kind() == MapStop.Kind.PICKUP;
    return STOP.with(
        pickup ? "pickup" : "delivery",
        progress.css(),
        CURRENT.when(current),
        pickup ? "Pickup" : "Delivery",
        spoken(progress),
        stop.place(),
        lines(stop, progress));
  }

  private Html lines(TrackStop stop, MapStop.Progress progress) {
    List<Html> lines = new ArrayList<>();
    if (stop.windowFrom() != null)
      lines.add(LINE.with("Planned", planned(stop, stop.windowFrom())));
    TrackView.Arrival eta = load.eta();
    boolean ahead = load.isOpen() && stop.arrivedAt() == null;
    if (ahead && eta != null && eta.nextStop() == stop.number()) {
      lines.add(LINE.with("Expected", Times.at(eta.nextStopEta(), stop.zone())));
    }
    if (progress == MapStop.Progress.MISSED)
      lines.add(LINE.with("Passed", "without a recorded stop"));
    Instant arrived = stop.arrivedAt();
    Instant departed = stop.departedAt();
    if (arrived != null) lines.add(LINE.with("Arrived", Times.at(arrived, stop.zone())));
    if (departed != null && arrived != null) {
      Html left = Times.at(departed, stop.zone());
      Html dwell = Html.escaped(", after " + Times.length(Duration.between(arrived, departed)));
      lines.add(LINE.with("Left", Html.joined(List.of(left, dwell))));
    }
    return Html.joined(lines);
  }

  private static Html planned(TrackStop stop, Instant from) {
    Instant to = stop.windowTo();
    return to == null ? Times.at(from, stop.zone()) : Times.window(from, to, stop.zone());
  }

  private static String spoken(MapStop.Progress progress) {
    return switch (progress) {
      case AHEAD -> ", ahead";
      case NEXT -> ", next";
      case HERE -> ", the truck is here";
      case DONE -> ", done";
      case MISSED -> ", missed";
    };
  }
}
