package io.freightsdk.server.compare;

import io.freightsdk.server.compare.Deployment.Answer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where two answers to one question differ: a candidate for the list of divergences, or a fault of
 * one side.
 *
 * @param step what was asked
 * @param where the part of the answer: {@code status}, a header, or the path of a member
 */
public record Difference(String step, String where, String here, String there) {
  private static final List<String> HEADERS =
      List.of("content-type", "www-authenticate", "allow", "retry-after");

  /** Members whose values are each side's own. */
  private static final Set<String> OWN = Set.of("balanceUsd", "brokerEmail", "billingUrl");

  /** Texts that differ from load to load, by what they are. */
  private static final Map<String, Pattern> KINDS =
      Map.of(
          "a load number", Pattern.compile("LD-\\d{4}-\\d{4,}"),
          "a UUID", Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
          "an instant", Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)"),
          "a tracking link", Pattern.compile("https?://.+/track/trk_[0-9a-f]{24}"),
          "a driver link", Pattern.compile("https?://.+/driver/drv_[0-9a-f]{24}"),
          "a link for the driver's app", Pattern.compile("pingpoint://driver/drv_[0-9a-f]{24}"));

  /** All differences of two answers. */
  static List<Difference> of(String step, Answer here, Answer there) {
    List<Difference> found = new ArrayList<>();
    if (here.status() != there.status()) {
      found.add(
          new Difference(
              step, "status", Integer.toString(here.status()), Integer.toString(there.status())));
    }
    for (String name : HEADERS) {
      String ours = medium(here.headers().get(name));
      String theirs = medium(there.headers().get(name));
      if (!ours.equals(theirs)) found.add(new Difference(step, "header " + name, ours, theirs));
    }
    compare(step, "", here.body(), there.body(), found);
    return found;
  }

  /** Without its parameters, and in no particular case. */
  private static String medium(@Nullable String value) {
    return value == null ? "none" : value.split(";", -1)[0].trim().toLowerCase(Locale.ROOT);
  }

  private static void compare(
      String step,
      String path,
      @Nullable Object here,
      @Nullable Object there,
      List<Difference> found) {
    if (here instanceof Map<?, ?> ours && there instanceof Map<?, ?> theirs) {
      Set<Object> names = new LinkedHashSet<>(ours.keySet());
      names.addAll(theirs.keySet());
      for (Object name : names) {
        String member = path.isEmpty() ? name.toString() : path + "." + name;
        if (!ours.containsKey(name) || !theirs.containsKey(name)) {
          found.add(
              new Difference(
                  step,
                  member,
                  ours.containsKey(name) ? shown(ours.get(name)) : "absent",
                  theirs.containsKey(name) ? shown(theirs.get(name)) : "absent"));
        } else if (!OWN.contains(name.toString())
            || !kind(ours.get(name)).equals(kind(theirs.get(name)))) {
          compare(step, member, ours.get(name), theirs.get(name), found);
        }
      }
    } else if (here instanceof List<?> ours && there instanceof List<?> theirs) {
      if (ours.size() != theirs.size()) {
        found.add(new Difference(step, path + " length", "" + ours.size(), "" + theirs.size()));
      }
      for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
        compare(step, path + "." + i, ours.get(i), theirs.get(i), found);
      }
    } else if (!isSame(path, here, there)) {
      found.add(new Difference(step, path.isEmpty() ? "body" : path, shown(here), shown(there)));
    }
  }

  private static boolean isSame(String path, @Nullable Object here, @Nullable Object there) {
    // An estimate is each side's own, and changes from minute to minute.
    boolean isEstimate = path.startsWith("eta.");
    String kind = kind(here);
    if (!kind.equals(kind(there))) return false;
    if (isEstimate || KINDS.containsKey(kind)) return true;
    if (here instanceof BigDecimal ours && there instanceof BigDecimal theirs) {
      return ours.compareTo(theirs) == 0;
    }
    return String.valueOf(here).equals(String.valueOf(there));
  }

  private static String kind(@Nullable Object value) {
    if (value == null) return "null";
    if (value instanceof BigDecimal) return "a number";
    if (value instanceof Boolean) return "true or false";
    if (value instanceof Map) return "an object";
    if (value instanceof List) return "a list";
    for (Map.Entry<String, Pattern> kind : KINDS.entrySet()) {
      if (kind.getValue().matcher(value.toString()).matches()) return kind.getKey();
    }
    return "a text";
  }

  /** What is told of a value: no token, no link. */
  private static String shown(@Nullable Object value) {
    String kind = kind(value);
    if (KINDS.containsKey(kind) || value instanceof Map || value instanceof List) return kind;
    return String.valueOf(value);
  }

  /** One row of a table in Markdown. */
  String row() {
    String cells = String.join("\0", step, where, here, there);
    return "| " + cells.replaceAll("\\R", " ").replace("|", "\\|").replace("\0", " | ") + " |";
  }
}
