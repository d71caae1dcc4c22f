package io.freightsdk.examples.quickstart;

import io.freightsdk.Charge;
import io.freightsdk.model.Eta;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints a line for each event: its time, what it was, what it cost. */
final class Narrator {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final PrintStream out;
  private @Nullable LoadStatus status;

  Narrator(PrintStream out) {
    this.out = out;
  }

  /** A line about what happened at {@code time}. */
  void event(Instant time, String what, Charge charge) {
    out.printf(Locale.ROOT, "%s  %-66s %10s%n", TIME.format(time), what, charge);
  }

  /** A line about something that is not a call and costs nothing. */
  void note(Instant time, String what) {
    out.printf(Locale.ROOT, "%s  %s%n", TIME.format(time), what);
  }

  /** What a position read showed, and the new status when it has changed. */
  void position(Instant time, LoadPosition position, Charge charge) {
    event(time, "getLoadPosition   " + progress(position), charge);
    if (!position.status().equals(status)) {
      String before = status == null ? "" : status + " -> ";
      status = position.status();
      note(time, "    status " + before + status);
    }
  }

  /** The times at the stops, as the geofences measured them. */
  void stops(LoadPosition position) {
    for (PositionStop stop : position.stops()) {
      out.printf(
          Locale.ROOT,
          "  %-8s %s, %s   arrived %s, departed %s%n",
          stop.type(),
          stop.city(),
          stop.state(),
          time(stop.arrivedAt()),
          time(stop.departedAt()));
    }
  }

  private static String progress(LoadPosition position) {
    Double miles = position.distanceMiles();
    String driven =
        miles == null ? "no fix yet" : String.format(Locale.ROOT, "%.1f mi driven", miles);
    return driven + ", " + eta(position.eta());
  }

  private static String eta(@Nullable Eta eta) {
    if (eta == null) return "no ETA";
    Instant at = eta.etaAt();
    return at == null ? "no ETA: " + eta.reason() : "ETA " + time(at);
  }

  private static String time(@Nullable Instant instant) {
    return instant == null ? "-" : TIME.format(instant);
  }
}
