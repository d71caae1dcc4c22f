package io.freightsdk.server.web.track;

import io.freightsdk.server.web.Html;
import io.freightsdk.server.web.Template;
import io.freightsdk.server.web.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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
  private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern("zzz", Locale.US);
  private static final Template MACHINE_READABLE = Template.of("<time datetime=\"{}\">{}</time>");
  private static final Duration SOON = Duration.ofHours(1);
  private static final int STEP_MINUTES = 5;

  /** Such as "Today 2:40 PM CST" or "Fri, Nov 20, 2:40 PM CST". */
  public Html at(Instant time, ZoneId zone) {
    ZonedDateTime local = time.atZone(zone);
    return machine(time, day(local) + " " + clock(local) + zone(local));
  }

  /** The same within a sentence: "2:40 PM CST" for today, or "yesterday 2:40 PM CST". */
  public Html inSentence(Instant time, ZoneId zone) {
    ZonedDateTime local = time.atZone(zone);
    String day = day(local);
    long days = daysFromNow(local);
    boolean isName = Math.abs(days) == 1;
    String said = days == 0 ? "" : (isName ? day.toLowerCase(Texts.LOCALE) : day) + " ";
    return machine(time, said + clock(local) + zone(local));
  }

  /**
   * As {@link #at} for an estimate: in steps of five minutes while it is more than an hour away.
   */
  public Html about(Instant time, ZoneId zone) {
    return at(rounded(time), zone);
  }

  /** As {@link #inSentence} for an estimate. */
  public Html aboutInSentence(Instant time, ZoneId zone) {
    return inSentence(rounded(time), zone);
  }

  /** Such as "2 h 5 min": from now to an estimate, as {@link #about} tells it. */
  public String until(Instant time) {
    return length(Duration.between(now.truncatedTo(ChronoUnit.MINUTES), rounded(time)));
  }

  /** Such as "5 min ago" or "just now". */
  public String ago(Instant time) {
    Duration age = Duration.between(time, now);
    return age.toMinutes() < 1
        ? Texts.text("time.now")
        : Texts.text("time.ago", "length", length(age));
  }

  /** Such as "Today 2:00 – 4:00 PM CST"; as {@link #at} for a window without an end. */
  public Html window(Instant from, @Nullable Instant to, ZoneId zone) {
    if (to == null) return at(from, zone);
    ZonedDateTime start = from.atZone(zone);
    ZonedDateTime end = to.atZone(zone);
    boolean sameDay = start.toLocalDate().equals(end.toLocalDate());
    if (!sameDay) return new Html(at(from, zone) + " – " + at(to, zone));
    boolean sameHalf = half(start).equals(half(end));
    String first = day(start) + " " + (sameHalf ? bareTime(start) : clock(start));
    return new Html(machine(from, first) + " – " + machine(to, clock(end) + zone(end)));
  }

  /** Such as "2 h 5 min", "3 d 4 h" or "under a minute". */
  public String length(Duration duration) {
    long minutes = duration.toMinutes();
    if (minutes < 1) return Texts.text("time.moment");
    if (minutes < 60) return minutes(minutes);
    long hours = minutes / 60;
    if (hours < 48) return hours(hours) + (minutes % 60 == 0 ? "" : " " + minutes(minutes % 60));
    String days = Texts.text("time.days", "days", hours / 24);
    return days + (hours % 24 == 0 ? "" : " " + hours(hours % 24));
  }

  private String minutes(long minutes) {
    return Texts.text("time.minutes", "minutes", minutes);
  }

  private String hours(long hours) {
    return Texts.text("time.hours", "hours", hours);
  }

  private Instant rounded(Instant time) {
    boolean soon = Duration.between(now, time).compareTo(SOON) < 0;
    long step = 60L * (soon ? 1 : STEP_MINUTES);
    return Instant.ofEpochSecond(Math.round((double) time.getEpochSecond() / step) * step);
  }

  private String day(ZonedDateTime local) {
    long days = daysFromNow(local);
    if (days == 0) return Texts.text("time.today");
    if (days == 1) return Texts.text("time.tomorrow");
    return days == -1 ? Texts.text("time.yesterday") : Texts.pattern("time.day").format(local);
  }

  private long daysFromNow(ZonedDateTime local) {
    LocalDate today = now.atZone(local.getZone()).toLocalDate();
    return ChronoUnit.DAYS.between(today, local.toLocalDate());
  }

  private String clock(ZonedDateTime local) {
    return bareTime(local) + " " + half(local);
  }

  private String bareTime(ZonedDateTime local) {
    return Texts.pattern("time.clock").format(local);
  }

  /** AM or PM. */
  private String half(ZonedDateTime local) {
    return Texts.pattern("time.half").format(local);
  }

  private String zone(ZonedDateTime local) {
    return " " + ZONE.format(local);
  }

  private static Html machine(Instant time, String text) {
    return MACHINE_READABLE.with(time.truncatedTo(ChronoUnit.MINUTES), text);
  }
}
