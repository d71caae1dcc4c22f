package io.freightsdk.server.http.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Header fields in the order of the message. Names are case-insensitive. Kept as lines, because
 * most are never read.
 */
public final class HeaderFields {
  private final List<String> lines = new ArrayList<>(12);

  HeaderFields() {}

  /** Adds a line that has a name and a colon. */
  void add(String line) {
    lines.add(line);
  }

  public @Nullable String first(String name) {
    for (int i = 0; i < lines.size(); i++) {
      if (hasName(name, lines.get(i))) return value(name, lines.get(i));
    }
    return null;
  }

  /** All values of a field, one for each line; empty if the field is absent. */
  public List<String> all(String name) {
    List<String> found = List.of();
    for (int i = 0; i < lines.size(); i++) {
      if (!hasName(name, lines.get(i))) continue;
      String value = value(name, lines.get(i));
      if (found.size() == 1) found = new ArrayList<>(found);
      if (found.isEmpty()) found = List.of(value);
      else found.add(value);
    }
    return found;
  }

  /** Whether a comma-separated field contains this member, in any case. */
  boolean contains(String name, String member) {
    List<String> values = all(name);
    for (int i = 0; i < values.size(); i++) {
      for (String one : values.get(i).split(",", -1)) {
        if (one.trim().equalsIgnoreCase(member)) return true;
      }
    }
    return false;
  }

  private static boolean hasName(String name, String line) {
    int colon = name.length();
    return line.length() > colon
        && line.charAt(colon) == ':'
        && line.regionMatches(true, 0, name, 0, colon);
  }

  /** The value without leading and trailing spaces and tabs. */
  private static String value(String name, String line) {
    int begin = name.length() + 1;
    int end = line.length();
    while (begin < end && isBlank(line.charAt(begin))) begin++;
    while (end > begin && isBlank(line.charAt(end - 1))) end--;
    return line.substring(begin, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
