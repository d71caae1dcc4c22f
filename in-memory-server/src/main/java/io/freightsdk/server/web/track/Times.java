package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times and durations as texts for the pages, to the minute, so that pages do not differ by seconds
 * that they do not show.
 *
 * @param now the present time, for words such as today
 */
public record Times(Instant now) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE, MMM d,", Locale.US);
  private static final DateTimeFormatter BARE_TIME = DateTimeFormatter.ofPattern("h:mm", Locale.US);
  private static final DateTimeFormatter HALF = DateTimeFormatter.ofPattern(" a", Locale.US);
  private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern(" zzz", Locale.US);
  private static final Template MACHINE_READABLE = Template.of("<time datetime=\"{}\">{}</time>");
  private static final Duration SOON = Duration.ofHours(1);
  private static final int STEP_MINUTES = 5;

  /** Such as "Today 2:40 PM CST" or "Fri, Nov 20, 2:40 PM CST". */
  public Html at(Instant time, ZoneId zone) {
    ZonedDateTime local = time.atZone(zone);
    return machine(time, day(local) + " " + clock(local) + ZONE.format(local));
  }

  /** The same within a sentence: "2:40 PM CST" for today, or "yesterday 2:40 PM CST". */
  public Html inSentence(Instant time, ZoneId zone) {
    ZonedDateTime local = time.atZone(zone);
    String day = day(local);
    boolean isToday = day.equals("Today");
    boolean isName = isToday || day.equals("Tomorrow") || day.equals("Yesterday");
    String said = isToday ? "" : (isName ? day.toLowerCase(Locale.US) : day) + " ";
    return machine(time, said + clock(local) + ZONE.format(local));
  }

  /**
   * As {@link #at} for an estimate: in steps of five minutes while it is more than an hour away.
   */
  public Html about(Instant time, ZoneId zone) {
    return at(rounded(time), zone);
  }

  /** Such as "2 h 5 min": from now to an estimate, as {@link #about} tells it. */
  public String until(Instant time) {
    return length(Duration.between(now.truncatedTo(ChronoUnit.MINUTES), rounded(time)));
  }

  /** Such as "5 min ago" or "just now". */
  public String ago(Instant time) {
    Duration age = Duration.between(time, now);
    return age.toMinutes() < 1 ? "just now" : length(age) + " ago";
  }

  /** Such as "Today 2:00 – 4:00 PM CST"; as {@link #at} for a window without an end. */
  public Html window(Instant from, @Nullable Instant to, ZoneId zone) {
    if (to == null) return at(from, zone);
    ZonedDateTime start = from.atZone(zone);
    ZonedDateTime end = to.atZone(zone);
    boolean sameDay = start.toLocalDate().equals(end.toLocalDate());
    if (!sameDay) return new Html(at(from, zone) + " – " + at(to, zone));
    boolean sameHalf = HALF.format(start).equals(HALF.format(end));
    String first = day(start) + " " + (sameHalf ? BARE_TIME.format(start) : clock(start));
    return new Html(machine(from, first) + " – " + machine(to, clock(end) + ZONE.format(end)));
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

  private Instant rounded(Instant time) {
    boolean soon = Duration.between(now, time).compareTo(SOON) < 0;
    long step = 60L * (soon ? 1 : STEP_MINUTES);
    return Instant.ofEpochSecond(Math.round((double) time.getEpochSecond() / step) * step);
  }

  private String day(ZonedDateTime local) {
    long days =
        ChronoUnit.DAYS.between(now.atZone(local.getZone()).toLocalDate(), local.toLocalDate());
    if (days == 0) return "Today";
    if (days == 1) return "Tomorrow";
    return days == -1 ? "Yesterday" : DAY.format(local);
  }

  private static String clock(ZonedDateTime local) {
    return BARE_TIME.format(local) + HALF.format(local);
  }

  private static Html machine(Instant time, String text) {
    return MACHINE_READABLE.with(time.truncatedTo(ChronoUnit.MINUTES), text);
  }
}
