package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.results.ToolErrorException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Refuses appointments that cannot be right, such as an invented year. A person who approves a load
 * may overlook them.
 */
final class AppointmentCheck {
  /** How far an appointment may be in the past if the time zone of the stop is not known. */
  private static final Duration DAY = Duration.ofDays(1);

  private AppointmentCheck() {}

  /**
   * Throws if an appointment is before today, or a delivery before every pickup. An earlier hour of
   * today is possible, because an appointment is the start of a time window, and a truck may
   * already be at the stop.
   *
   * @throws ToolErrorException with the fields of all such appointments
   */
  static void requirePossible(CreateLoadInput input, Instant now) {
    List<String> problems = new ArrayList<>();
    addPast(problems, "pickups", input.pickups(), now);
    addPast(problems, "deliveries", input.deliveries(), now);
    Instant firstPickup =
        input.pickups().stream()
            .map(StopInput::date)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    for (int i = 0; firstPickup != null && i < input.deliveries().size(); i++) {
      Instant delivery = input.deliveries().get(i).date();
      if (delivery != null && delivery.isBefore(firstPickup)) {
        problems.add(field("deliveries", i) + "is before every pickup; ask the user for the times");
      }
    }
    if (!problems.isEmpty()) throw ArgumentReader.invalid(problems);
  }

  private static void addPast(
      List<String> problems, String list, List<StopInput> stops, Instant now) {
    for (int i = 0; i < stops.size(); i++) {
      Instant date = stops.get(i).date();
      ZoneId zone = stops.get(i).zone();
      LocalDate today = now.atZone(zone == null ? ZoneOffset.UTC : zone).toLocalDate();
      Instant earliest = zone == null ? now.minus(DAY) : today.atStartOfDay(zone).toInstant();
      if (date == null || !date.isBefore(earliest)) continue;
      problems.add(
          field(list, i)
              + "is before today, "
              + today
              + "; ask the user for the time, or leave date out if the truck has left this stop");
    }
  }

  private static String field(String list, int index) {
    return list + "." + index + ".date: ";
  }
}
