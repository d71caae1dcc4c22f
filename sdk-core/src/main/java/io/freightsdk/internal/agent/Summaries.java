package io.freightsdk.internal.agent;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.util.List;

/** One line about a paid call, for the person who is asked to approve it. */
final class Summaries {
  private static final int SHOWN_DIGITS = 4;

  private Summaries() {}

  static String createLoad(CreateLoadInput input) {
    List<StopInput> deliveries = input.deliveries();
    int stops = input.pickups().size() + deliveries.size();
    return oneLine(
        "Create a load from %s to %s (%d stops) for %s and text its driver at %s"
            .formatted(
                place(input.pickups().get(0)),
                place(deliveries.get(deliveries.size() - 1)),
                stops,
                input.customerRef(),
                masked(input.driverPhone())));
  }

  static String position(String loadNumber) {
    return "Read the position of load " + loadNumber;
  }

  /** The last four digits, which a person compares with the number on the order. */
  private static String masked(String phone) {
    return "***" + phone.substring(Math.max(0, phone.length() - SHOWN_DIGITS));
  }

  private static String place(StopInput stop) {
    return stop.city() + " " + stop.state();
  }

  /** A model wrote parts of the line; they must not look like lines of the application. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", " ");
  }
}
