package io.freightsdk.internal.agent.approval;

import io.freightsdk.internal.agent.results.TimeFormat;
import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question to a person about a call. The model wrote the arguments, so each is in quotes and
 * contains no quote. Text outside quotes is ours. The summary has what decides; the arguments have
 * the rest.
 *
 * @param reference the order's reference, or the load number
 * @param summary one line, and for a creation one more line for each stop
 * @param arguments by name, as they are sent
 */
public record Question(String reference, String summary, Map<String, Object> arguments) {
  private static final int MAX_STOP_LINES = 10;

  /** With the day of the week, which people compare more easily than a date. */
  private static final DateTimeFormatter APPOINTMENT =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm zzz", Locale.US);

  public static Question position(String loadNumber) {
    return new Question(
        loadNumber,
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
        loadNumber,
        "Mark load "
            + quoted(loadNumber)
            + " as delivered, which cannot be undone, with the bill of lading received "
            + (bolReceivedAt == null ? "now" : "at " + TimeFormat.roundedDown(bolReceivedAt)),
        arguments);
  }

  /**
   * Returns the question about a creation.
   *
   * @param arguments of the same load
   * @param similar the order of which this one is a likely duplicate; null for none
   * @param mayHaveLoad whether an earlier call for this order may have created its load
   */
  public static Question createLoad(
      CreateLoadInput input,
      Map<String, Object> arguments,
      RecentCreations.@Nullable SimilarOrder similar,
      boolean mayHaveLoad) {
    StringBuilder summary =
        new StringBuilder("Text the driver at ")
            .append(phone(input.driverPhone()))
            .append(" and create a load, which cannot be cancelled, for order ")
            .append(quoted(input.customerRef()));
    if (similar != null) {
      summary.append(", which looks like order ").append(quoted(similar.customerRef()));
      if (similar.loadNumber() != null) summary.append(" of load ").append(similar.loadNumber());
    }
    if (mayHaveLoad) {
      summary.append(", which may already have a load with the details of an earlier call");
    }
    summary.append(':');
    stopLines(input).forEach(line -> summary.append("\n- ").append(line));
    return new Question(String.valueOf(input.customerRef()), summary.toString(), arguments);
  }

  private static List<String> stopLines(CreateLoadInput input) {
    List<String> lines = new ArrayList<>();
    input.pickups().forEach(stop -> lines.add("Pickup: " + stopLine(stop)));
    input.deliveries().forEach(stop -> lines.add("Delivery: " + stopLine(stop)));
    if (lines.size() <= MAX_STOP_LINES) return lines;
    List<String> hidden = lines.subList(MAX_STOP_LINES - 2, lines.size() - 1);
    String count = hidden.size() + " more stops, which are not shown";
    hidden.clear();
    hidden.add(count);
    return lines;
  }

  private static String stopLine(StopInput stop) {
    String place =
        String.format(
            Locale.ROOT,
            "%s, %s %s %s",
            quoted(stop.address()),
            quoted(stop.city()),
            code(stop.state()),
            code(stop.zip()));
    return stop.date() == null ? place : place + ", " + appointment(stop.date(), stop.zone());
  }

  /** The appointment in the stop's local time; in UTC if the time zone is not known. */
  private static String appointment(Instant date, @Nullable ZoneId zone) {
    return APPOINTMENT.format(date.atZone(zone == null ? ZoneOffset.UTC : zone));
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
