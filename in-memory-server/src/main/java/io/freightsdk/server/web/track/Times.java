package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and durations in the words of the pages. */
public final class Times {
  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("EEE, MMM d, h:mm a zzz", Locale.US);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("h:mm a zzz", Locale.US);
  private static final DateTimeFormatter DAY_AND_BARE_TIME =
      DateTimeFormatter.ofPattern("EEE, MMM d, h:mm", Locale.US);
  private static final DateTimeFormatter HALF = DateTimeFormatter.ofPattern(" a", Locale.US);
  private static final Template MACHINE_READABLE = Template.of("<time datetime=\"{}\">{}</time>");

  private Times() {}

  /** Such as "Fri, Nov 20, 2:40 PM CST". */
  public static Html at(Instant time, ZoneId zone) {
    return MACHINE_READABLE.with(time, DAY_AND_TIME.format(time.atZone(zone)));
  }

  /** Such as "Fri, Nov 20, 2:00 – 4:00 PM CST". */
  public static Html window(Instant from, Instant to, ZoneId zone) {
    ZonedDateTime start = from.atZone(zone);
    ZonedDateTime end = to.atZone(zone);
    boolean sameDay = start.toLocalDate().equals(end.toLocalDate());
    if (!sameDay) return new Html(at(from, zone) + " – " + at(to, zone));
    boolean sameHalf = HALF.format(start).equals(HALF.format(end));
    String first = DAY_AND_BARE_TIME.format(start) + (sameHalf ? "" : HALF.format(start));
    return new Html(
        MACHINE_READABLE.with(from, first) + " – " + MACHINE_READABLE.with(to, TIME.format(end)));
  }

  /** Such as "2 h 5 min", "3 d 4 h" or "under a minute". */
  public static String length(Duration duration) {
    long minutes = duration.toMinutes();
    if (minutes < 1) return "under a minute";
    if (minutes < 60) return minutes + " min";
    long hours = minutes / 60;
    if (hours < 48) return hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    return hours / 24 + " d" + (hours % 24 == 0 ? "" : " " + hours % 24 + " h");
  }
}
