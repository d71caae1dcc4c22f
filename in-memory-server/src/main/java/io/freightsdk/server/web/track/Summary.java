package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.map.City;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The head of the page: where the load is, when it arrives, how far it has come. */
final class Summary {
  private static final Template SECTION =
      Template.of(
          """
          <header class="summary" data-region="summary">
          <p class="eyebrow">Load {} <span class="badge {}">{}</span>{}</p>
          <h1>{}</h1>
          {}<dl class="facts">
          {}</dl>
          </header>
          """);
  private static final Template FACT =
      Template.of("<div><dt>{}</dt><dd>{}</dd><dd class=\"note {}\">{}</dd></div>\n");
  private static final Template PROGRESS =
      Template.of("<progress max=\"100\" value=\"{}\" aria-label=\"{}\"></progress>\n");
  private static final Html LIVE = new Html(" <span class=\"live\" data-live hidden>Live</span>");

  /** Section 8 of the API description: a delivery within it still is on time. */
  private static final int GRACE_MINUTES = 15;

  private final TrackView load;
  private final ZoneId lastZone;
  private final List<Html> facts = new ArrayList<>();

  private Summary(TrackView load) {
    this.load = load;
    this.lastZone = load.stops().get(load.stops().size() - 1).zone();
  }

  static Html of(TrackView load) {
    return new Summary(load).render();
  }

  private Html render() {
    delivery();
    nextStop();
    distance();
    sighting();
    return SECTION.with(
        load.loadNumber(),
        Wording.tone(load.status()),
        Wording.badge(load.status()),
        LIVE.when(load.isOpen()),
        Wording.headline(load),
        progress(),
        Html.joined(facts));
  }

  private void delivery() {
    Instant deliveredAt = load.deliveredAt();
    TrackView.Arrival eta = load.eta();
    if (deliveredAt != null) {
      Integer delay = load.delayMinutes();
      fact("Delivered", Times.at(deliveredAt, lastZone), tone(delay), punctuality(delay));
    } else if (eta != null && load.isOpen()) {
      Integer expected = expectedDelay(eta);
      Duration left = Duration.between(load.now(), eta.etaAt());
      String note = "in " + Times.length(left);
      if (expected != null) note += ", " + punctuality(expected);
      fact("Arrives about", Times.at(eta.etaAt(), lastZone), tone(expected), note);
    }
  }

  private void nextStop() {
    TrackView.Arrival eta = load.eta();
    if (eta == null || !load.isOpen()) return;
    TrackStop next = load.stops().get(eta.nextStop() - 1);
    boolean isTheLast = eta.nextStop() == load.stops().size();
    if (isTheLast || next.arrivedAt() != null) return;
    Duration left = Duration.between(load.now(), eta.nextStopEta());
    Html when = Times.at(eta.nextStopEta(), next.zone());
    fact("Next stop about", when, "", next.place() + ", in " + Times.length(left));
  }

  private void distance() {
    Double driven = load.distanceMiles();
    if (driven == null) return;
    TrackView.Arrival eta = load.eta();
    String note = eta == null || !load.isOpen() ? "" : miles(eta.remainingMiles()) + " to go";
    fact("Driven", Html.escaped(miles(driven)), "", note);
  }

  private void sighting() {
    TrackView.TruckSighting truck = load.truck();
    if (truck == null || !load.isOpen()) return;
    Duration age = Duration.between(truck.time(), load.now());
    boolean fresh = age.toMinutes() < 1;
    Double speed = truck.speedMph();
    String when = fresh ? "just now" : Times.length(age) + " ago";
    String note = speed == null || isSilent(load) ? when : Math.round(speed) + " mph, " + when;
    String place = City.nearTo(truck.at());
    fact("Last seen", Html.escaped(place), isSilent(load) ? "late" : "", note);
  }

  private Html progress() {
    Double driven = load.distanceMiles();
    if (load.status().equals("DELIVERED")) return PROGRESS.with(100, "Delivered");
    if (driven == null || load.eta() == null || !load.isOpen()) return Html.NONE;
    double whole = driven + load.eta().remainingMiles();
    long percent = whole <= 0 ? 0 : Math.round(100 * driven / whole);
    return PROGRESS.with(percent, percent + " percent of the way");
  }

  private void fact(String term, Html value, String tone, String note) {
    facts.add(FACT.with(term, value, tone, note));
  }

  private @Nullable Integer expectedDelay(TrackView.Arrival eta) {
    Instant windowTo = load.stops().get(load.stops().size() - 1).windowTo();
    if (windowTo == null) return null;
    return (int) Math.round(Duration.between(windowTo, eta.etaAt()).toSeconds() / 60.0);
  }

  private static String punctuality(@Nullable Integer delayMinutes) {
    if (delayMinutes == null) return "";
    if (delayMinutes <= GRACE_MINUTES) return "on time";
    return Times.length(Duration.ofMinutes(delayMinutes)) + " late";
  }

  private static String tone(@Nullable Integer delayMinutes) {
    if (delayMinutes == null) return "";
    return delayMinutes <= GRACE_MINUTES ? "ontime" : "late";
  }

  private static String miles(double miles) {
    return String.format(Locale.US, miles < 10 ? "%.1f mi" : "%,.0f mi", miles);
  }

  static boolean isSilent(TrackView load) {
    TrackView.TruckSighting truck = load.truck();
    if (truck == null) return false;
    return Duration.between(truck.time(), load.now()).compareTo(Duration.ofMinutes(30)) > 0;
  }
}
