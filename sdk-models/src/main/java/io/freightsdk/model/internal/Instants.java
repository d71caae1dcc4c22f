package io.freightsdk.model.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Instants as the API writes them: ISO 8601 with an offset. */
final class Instants {
  private Instants() {}

  /** Reads a date, a time and an offset; seconds may be left out. */
  static Instant parse(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return OffsetDateTime.parse(text).toInstant();
    }
  }
}
