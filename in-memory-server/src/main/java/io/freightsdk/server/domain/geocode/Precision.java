package io.freightsdk.server.domain.geocode;

import java.util.Locale;

/** How exactly a stop's coordinates are known, the best first. */
public enum Precision {
  /** Given with the stop. */
  EXACT,
  /** Middle of its ZIP code. */
  ZIP,
  /** Middle of its city. */
  CITY,
  /** Middle of the region that its ZIP code's first three digits name. */
  ZIP3,
  /** Middle of its state. */
  STATE;

  /** As the test control spells it. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
