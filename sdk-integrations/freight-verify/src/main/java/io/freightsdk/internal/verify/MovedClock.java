package io.freightsdk.internal.verify;

import io.freightsdk.spend.SpendLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A clock that stands still until a mishap moves it. Safe for concurrent use. */
public final class MovedClock extends Clock {
  private static final Duration MOMENT = Duration.ofMillis(100);

  /** Of a limit that never has room again. */
  private static final Duration YEAR = Duration.ofDays(365);

  private final Instant end;
  private volatile Instant now;

  private MovedClock(Instant begin, Instant end) {
    this.now = begin;
    this.end = end;
  }

  /**
   * A clock that can be moved until just before what is spent now is free again. It begins just
   * before the end of a second, a minute, an hour and a day, so that whoever counts in any of these
   * and leaves out one too many leaves out what is spent now.
   *
   * @param now gives the day
   */
  public static MovedClock under(SpendLimit limit, Instant now) {
    if (limit.kind() == SpendLimit.Kind.CALENDAR_DAY) {
      ZoneId zone = Objects.requireNonNull(limit.zone());
      LocalDate day = LocalDate.ofInstant(now, zone);
      Instant midnight = day.plusDays(1).atStartOfDay(zone).toInstant();
      return new MovedClock(
          day.atTime(LocalTime.NOON).atZone(zone).toInstant(), midnight.minus(MOMENT));
    }
    Instant begin = now.truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS).minus(MOMENT);
    Duration window = limit.window() == null ? YEAR : limit.window();
    return new MovedClock(begin, begin.plus(window).minus(MOMENT));
  }

  void moveBy(Duration time) {
    now = now.plus(time);
  }

  void moveToTheEnd() {
    now = end;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(@Nullable ZoneId zone) {
    return this;
  }
}
