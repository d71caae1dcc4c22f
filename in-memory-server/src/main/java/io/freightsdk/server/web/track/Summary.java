package io.freightsdk.server.web.track;

import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import io.freightsdk.server.web.map.City;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The top of the page: where the load is, when it arrives, and its progress. */
final class Summary {
  private static final double PARKED_BELOW_MPH = 1;

  private final TrackView load;
  private final Times times;
  private final TrackStop last;
  private final List<Html> facts = new ArrayList<>();

  private Summary(TrackView load) {
    this.load = load;
    this.times = new Times(load.now());
    this.last = load.stops().get(load.stops().size() - 1);
  }

  static Html of(TrackView load) {
    return new Summary(load).render();
  }

  private Html render() {
    nextStop();
    distance();
    sighting();
    return block("summary")
        .fill(
            "load", load.loadNumber(),
            "tone", Wording.tone(load.status()),
            "badge", Wording.badge(load.status()),
            "live", live(),
            "headline", Wording.headline(load),
            "silence", silence(),
            "arrival", arrival(),
            "progress", progress(),
            "facts", Html.joined(facts));
  }

  /**
   * "Live" only if the truck sends positions; otherwise only the page is connected. A page of a
   * load that is done says nothing until its connection is lost.
   */
  private Html live() {
    boolean heardOf = load.truck() != null && !load.isSilent();
    String key = heardOf ? "track.live" : "track.connected";
    return block("live").fill("word", load.isOpen() ? Texts.text(key) : "");
  }

  private Html silence() {
    TrackView.TruckSighting truck = load.truck();
    if (truck == null || !load.isSilent()) return Html.NONE;
    Html since = times.inSentence(truck.time(), last.zone());
    return block("silence")
        .fill(
            "since", Texts.html("track.silent", "since", since),
            "ago", times.ago(truck.time()),
            "estimates", load.eta() == null ? "" : estimates());
  }

  private String estimates() {
    return Texts.text(load.hasEstimate() ? "track.silent-estimates" : "track.no-estimate");
  }

  private Html arrival() {
    Instant deliveredAt = load.deliveredAt();
    if (deliveredAt != null) {
      Integer delay = load.delayMinutes();
      String note = punctuality(delay, deliveredAt);
      return arrival("track.delivered", deliveredAt, tone(delay), Html.escaped(note));
    }
    if (!load.isOpen()) return Html.NONE;
    Instant arrivedAt = last.arrivedAt();
    if (arrivedAt != null) {
      return arrival("track.arrived-at-delivery", arrivedAt, "", Texts.html("track.no-bol"));
    }
    TrackView.Arrival eta = load.eta();
    return eta == null || !load.hasEstimate() ? Html.NONE : expected(eta);
  }

  /** Named with its stop, because the headline may name one before it. */
  private Html expected(TrackView.Arrival eta) {
    Instant at = eta.atLastStop();
    Html value = times.about(at, last.zone());
    if (load.isSilent()) {
      String term = Texts.text("track.if-not-moved", "place", last.place());
      return arrival(term, value, "silent", Html.NONE);
    }
    Integer delay = expectedDelay(at);
    String rest = delay == null ? "" : punctuality(delay, at);
    Html note = passing(in(at), rest);
    String term = Texts.text("track.arrives", "place", last.place());
    return arrival(term, value, tone(delay), note);
  }

  /** A truck that stands on its way: its driver rests, or waits. */
  private boolean isParked() {
    TrackView.TruckSighting truck = load.truck();
    Double speed = truck == null || load.isSilent() ? null : truck.speedMph();
    return speed != null && speed < PARKED_BELOW_MPH;
  }

  private Html arrival(String term, Instant at, String tone, Html note) {
    return arrival(Texts.text(term), times.at(at, last.zone()), tone, note);
  }

  /** Words that are true for a moment only, which a page without a connection does not show. */
  private Html passing(String words, String rest) {
    String shown = rest.isEmpty() ? words : words + ", ";
    return block("passing").fill("words", shown, "rest", rest);
  }

  private Html arrival(String term, Html value, String tone, Html note) {
    return block("arrival")
        .fill(
            "term", term,
            "value", value,
            "tone", tone,
            "note", note);
  }

  private String in(Instant at) {
    return Texts.text("track.in", "length", times.until(at));
  }

  private Template block(String name) {
    return TrackPage.block(name);
  }

  private void nextStop() {
    TrackView.Arrival eta = load.eta();
    if (eta == null || !load.isOpen() || load.isSilent()) return;
    TrackStop next = load.stops().get(eta.nextStop() - 1);
    boolean isTheLast = eta.nextStop() == load.stops().size();
    if (isTheLast || next.arrivedAt() != null) return;
    Instant at = eta.arrivals().get(0);
    Html when = times.about(at, next.zone());
    fact("track.next-stop", when, "", passing(in(at), next.place()));
  }

  private void distance() {
    Double driven = load.distanceMiles();
    if (driven == null) return;
    TrackView.Arrival eta = load.eta();
    boolean isThere = !load.isOpen() || last.arrivedAt() != null;
    String note =
        eta == null || isThere
            ? ""
            : Texts.text(
                "track.to-go", "miles", Texts.miles(eta.remainingMiles()), "place", last.place());
    fact("track.driven", Html.escaped(Texts.miles(driven)), "", Html.escaped(note));
  }

  private void sighting() {
    TrackView.TruckSighting truck = load.truck();
    if (truck == null || !load.isOpen()) return;
    Double speed = truck.speedMph();
    String when = times.ago(truck.time());
    TrackStop current = load.currentStop();
    boolean isAtStop = current != null && current.arrivedAt() != null;
    boolean saysNoSpeed = load.isSilent() || isAtStop;
    long mph = Math.round(speed == null ? 0 : speed);
    String moves = Texts.text(isParked() ? "track.parked" : "track.moves", "mph", mph, "ago", when);
    Html note = passing(speed == null || saysNoSpeed ? when : moves, "");
    String place = City.nearTo(truck.at());
    fact("track.last-seen", Html.escaped(place), load.isSilent() ? "late" : "", note);
  }

  private Html progress() {
    Double driven = load.distanceMiles();
    if (load.status().equals("DELIVERED")) return progress(100, Texts.text("track.delivered"));
    TrackView.Arrival eta = load.eta();
    if (driven == null || eta == null || !load.isOpen()) return Html.NONE;
    double whole = driven + eta.remainingMiles();
    long percent = whole <= 0 ? 0 : Math.round(100 * driven / whole);
    return progress(percent, Texts.text("track.percent", "percent", percent));
  }

  private Html progress(long percent, String label) {
    return block("progress").fill("percent", percent, "label", label);
  }

  private void fact(String term, Html value, String tone, Html note) {
    facts.add(
        block("fact").fill("term", Texts.text(term), "value", value, "tone", tone, "note", note));
  }

  private @Nullable Integer expectedDelay(Instant at) {
    Instant windowTo = last.windowTo();
    if (windowTo == null) return null;
    return (int) Math.round(Duration.between(windowTo, at).toSeconds() / 60.0);
  }

  private String punctuality(@Nullable Integer delayMinutes, Instant at) {
    if (delayMinutes == null) return "";
    Instant from = last.windowFrom();
    Duration early = from == null ? Duration.ZERO : Duration.between(at, from);
    if (early.toMinutes() > PositionFigures.GRACE_MINUTES) {
      return Texts.text("track.early", "length", times.length(early));
    }
    if (delayMinutes <= PositionFigures.GRACE_MINUTES) return Texts.text("track.on-time");
    return Texts.text("track.late", "length", times.length(Duration.ofMinutes(delayMinutes)));
  }

  private static String tone(@Nullable Integer delayMinutes) {
    if (delayMinutes == null) return "";
    return delayMinutes <= PositionFigures.GRACE_MINUTES ? "ontime" : "late";
  }
}
