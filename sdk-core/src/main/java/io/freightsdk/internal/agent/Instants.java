package io.freightsdk.internal.agent;

import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Checks that a text in the right form is a valid time; the 31st of November is not. */
final class Instants {
  private Instants() {}

  static boolean isInstant(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
