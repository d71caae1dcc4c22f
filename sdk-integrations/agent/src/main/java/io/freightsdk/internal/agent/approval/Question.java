package io.freightsdk.internal.agent.approval;

import io.freightsdk.internal.agent.results.Times;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question to a person about a call. The model wrote the arguments, so each is in quotes and
 * contains no quote. Text outside quotes is ours. The summary is short, so that a person sees the
 * important facts; the arguments have the rest.
 *
 * @param summary one line
 * @param arguments by name, as they are sent
 */
public record Question(String summary, Map<String, Object> arguments) {

  public static Question position(String loadNumber) {
    return new Question(
        "Read the current position of load " + quoted(loadNumber),
        Map.of("loadNumber", loadNumber));
  }

  /**
   * Returns the question about a confirmation of a delivery.
   *
   * @param bolReceivedAt null for the current time
   */
  public static Question confirmDelivery(String loadNumber, @Nullable Instant bolReceivedAt) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("loadNumber", loadNumber);
    if (bolReceivedAt != null) arguments.put("bolReceivedAt", bolReceivedAt.toString());
    return new Question(
        "Mark load "
            + quoted(loadNumber)
            + " as delivered, which cannot be undone, with the bill of lading received "
            + (bolReceivedAt == null ? "now" : "at " + Times.text(bolReceivedAt)),
        arguments);
  }

  /**
   * Returns the question about a creation.
   *
   * @param arguments of the same load
   * @param alike the likely duplicate; null for none
   * @param isRepeat whether an earlier call for this order may have created its load
   */
  public static Question createLoad(
      CreateLoadInput input,
      Map<String, Object> arguments,
      RecentLoads.@Nullable Duplicate alike,
      boolean isRepeat) {
    StringBuilder summary =
        new StringBuilder("Text the driver at ")
            .append(phone(input.driverPhone()))
            .append(" and create a load, which cannot be cancelled, for order ")
            .append(quoted(input.customerRef()));
    if (alike != null) {
      summary.append(", which looks like order ").append(quoted(alike.customerRef()));
      if (alike.loadNumber() != null) summary.append(" of load ").append(alike.loadNumber());
    }
    if (isRepeat) {
      summary.append(", which may already have a load with the details of an earlier call");
    }
    List<StopInput> pickups = input.pickups();
    List<StopInput> deliveries = input.deliveries();
    if (!pickups.isEmpty()) summary.append(": from ").append(place(pickups.get(0)));
    if (!deliveries.isEmpty()) {
      summary.append(" to ").append(place(deliveries.get(deliveries.size() - 1)));
    }
    int between = pickups.size() + deliveries.size() - 2;
    if (between > 0) summary.append(" with ").append(between).append(" stops between");
    return new Question(summary.toString(), arguments);
  }

  private static String place(StopInput stop) {
    return String.format(
        Locale.ROOT,
        "%s, %s %s %s",
        quoted(stop.address()),
        quoted(stop.city()),
        code(stop.state()),
        code(stop.zip()));
  }

  /** A state or ZIP code; in quotes if it does not look like one. */
  private static String code(String text) {
    return text.matches("[A-Za-z0-9-]{1,10}") ? text : quoted(text);
  }

  private static String quoted(@Nullable String text) {
    return '"' + UntrustedText.line(String.valueOf(text).replace('"', '\'')) + '"';
  }

  /** The full number in groups, so that people can compare it. The driver's link is sent there. */
  private static String phone(String number) {
    if (number.matches("\\+1[0-9]{10}")) {
      return String.format(
          Locale.ROOT,
          "+1 %s %s %s",
          number.substring(2, 5),
          number.substring(5, 8),
          number.substring(8));
    }
    return number.matches("[+0-9 ().-]{1,64}") ? number : quoted(number);
  }
}
