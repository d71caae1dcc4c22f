package io.freightsdk.server.service.order;

import java.util.Locale;
import java.util.Set;

/** USPS codes of the states, the District of Columbia and the territories. */
final class UsStates {
  private static final Set<String> CODES =
      Set.of(
          "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA",
          "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ",
          "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT",
          "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "UM", "FM", "MH", "PW");

  private UsStates() {}

  /** The code in capitals, the very same text each time where it is one. */
  static String code(String text) {
    String capitals = text.toUpperCase(Locale.ROOT);
    for (String code : CODES) {
      if (code.equals(capitals)) return code;
    }
    return capitals;
  }

  /** Whether this is a code, in either case. */
  static boolean isKnown(String code) {
    return CODES.contains(code.toUpperCase(Locale.ROOT));
  }
}
