package io.freightsdk.internal.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question to a person about a call. The model wrote the arguments, so each is in quotes and
 * cannot contain a quote: text outside of quotes is the application's.
 *
 * @param summary one line
 * @param arguments as they will be sent, by name, the phone number masked
 */
record Question(String summary, Map<String, Object> arguments) {
  private static final int SHOWN_DIGITS = 4;

  /** A question about a call that has a load number or a reference only, or no argument. */
  static Question of(String title, Map<String, Object> arguments) {
    StringBuilder summary = new StringBuilder(title);
    arguments.forEach(
        (name, value) -> summary.append(", ").append(name).append(' ').append(quoted(value)));
    return new Question(summary.toString(), arguments);
  }

  static Question createLoad(Map<String, Object> arguments, @Nullable String differsFrom) {
    String phone = masked((String) arguments.get("driverPhone"));
    Map<String, Object> shown = new LinkedHashMap<>(arguments);
    shown.put("driverPhone", phone);
    StringBuilder summary =
        new StringBuilder("Create a load for order ").append(quoted(arguments.get("customerRef")));
    if (differsFrom != null) {
      summary.append(", which looks like the order of load ").append(quoted(differsFrom));
    }
    summary.append(", pick up at ").append(places(arguments.get("pickups")));
    summary.append(", deliver at ").append(places(arguments.get("deliveries")));
    summary.append(", and text its driver at ").append(phone);
    return new Question(summary.toString(), shown);
  }

  private static String places(@Nullable Object stops) {
    List<String> places = new ArrayList<>();
    for (Object stop : stops instanceof List<?> list ? list : List.of()) {
      Map<?, ?> at = (Map<?, ?>) stop;
      places.add(
          "%s, %s %s %s"
              .formatted(
                  quoted(at.get("address")),
                  quoted(at.get("city")),
                  at.get("state"),
                  at.get("zip")));
    }
    return String.join("; then ", places);
  }

  private static String quoted(@Nullable Object text) {
    return '"' + String.valueOf(text).replace('"', '\'') + '"';
  }

  /** The last four digits, which a person compares with the number on the order. */
  private static String masked(@Nullable String phone) {
    String digits = String.valueOf(phone);
    return "***" + digits.substring(Math.max(0, digits.length() - SHOWN_DIGITS));
  }
}
