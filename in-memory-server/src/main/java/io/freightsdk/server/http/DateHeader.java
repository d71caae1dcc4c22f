package io.freightsdk.server.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The {@code Date} header of server time, formatted once a second. Safe for several threads. */
final class DateHeader {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  private volatile Formatted latest = new Formatted(Long.MIN_VALUE, "");

  String at(Instant now) {
    long second = now.getEpochSecond();
    Formatted current = latest;
    if (current.second != second) {
      current = new Formatted(second, HTTP_DATE.format(now));
      latest = current;
    }
    return current.text;
  }

  private record Formatted(long second, String text) {}
}
