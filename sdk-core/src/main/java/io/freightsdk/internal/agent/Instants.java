package io.freightsdk.internal.agent;

import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Whether a text of the right form also names a moment: there is no 31st of November. */
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
