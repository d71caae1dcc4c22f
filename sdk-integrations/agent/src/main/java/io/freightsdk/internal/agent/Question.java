package io.freightsdk.internal.agent;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question to a person about a call. The model wrote the arguments, so each is in quotes and
 * cannot contain a quote: text outside of quotes is the application's. Short, because what matters
 * must be seen at once; the arguments have the rest.
 *
 * @param summary one line
 * @param arguments as they will be sent, by name
 */
record Question(String summary, Map<String, Object> arguments) {
  private static final int LONGEST = 60;
  private static final int MOST_OTHERS = 3;

  /** A question about a call that has a load number or a reference only, or no argument. */
  static Question of(String title, Map<String, Object> arguments) {
    StringBuilder summary = new StringBuilder(title);
    arguments.forEach(
        (name, value) -> summary.append(", ").append(name).append(' ').append(quoted(value)));
    return new Question(summary.toString(), arguments);
  }

  /**
   * @param others the orders that this one looks like
   */
  static Question createLoad(Map<String, Object> arguments, List<Orders.Order> others) {
    StringBuilder summary =
        new StringBuilder("Text the driver at ")
            .append(phone(String.valueOf(arguments.get("driverPhone"))))
            .append(" and create a load for order ")
            .append(quoted(arguments.get("customerRef")));
    String before = ", which looks like order ";
    for (Orders.Order other : others.subList(0, Math.min(MOST_OTHERS, others.size()))) {
      summary
          .append(before)
          .append(quoted(other.customerRef()))
          .append(" of load ")
          .append(quoted(other.loadNumber()));
      before = " and order ";
    }
    int more = others.size() - MOST_OTHERS;
    if (more > 0) summary.append(" and ").append(more).append(" more");
    List<?> pickups = (List<?>) arguments.getOrDefault("pickups", List.of());
    List<?> deliveries = (List<?>) arguments.getOrDefault("deliveries", List.of());
    summary.append(": from ").append(place(pickups.get(0)));
    summary.append(" to ").append(place(deliveries.get(deliveries.size() - 1)));
    int between = pickups.size() + deliveries.size() - 2;
    if (between > 0) summary.append(" with ").append(between).append(" stops between");
    return new Question(summary.toString(), arguments);
  }

  private static String place(Object stop) {
    Map<?, ?> at = (Map<?, ?>) stop;
    return "%s, %s %s %s"
        .formatted(
            quoted(at.get("address")), quoted(at.get("city")), at.get("state"), at.get("zip"));
  }

  private static String quoted(@Nullable Object text) {
    String shown = String.valueOf(text).replace('"', '\'');
    int points = shown.codePointCount(0, shown.length());
    if (points > LONGEST) shown = shown.substring(0, shown.offsetByCodePoints(0, LONGEST)) + "...";
    return '"' + shown + '"';
  }

  /** In full, and in the groups in which people compare it: the driver's link goes there. */
  static String phone(String number) {
    return number.matches("\\+1[0-9]{10}")
        ? "+1 %s %s %s"
            .formatted(number.substring(2, 5), number.substring(5, 8), number.substring(8))
        : number;
  }
}
