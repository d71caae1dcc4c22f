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
    for (String line : lines) {
      if (hasName(name, line)) return value(name, line);
    }
    return null;
  }

  /** All values of a field, one for each line; empty if the field is absent. */
  public List<String> all(String name) {
    List<String> values = new ArrayList<>(0);
    for (String line : lines) {
      if (hasName(name, line)) values.add(value(name, line));
    }
    return values;
  }

  /** Whether a comma-separated field contains this member, in any case. */
  boolean contains(String name, String member) {
    for (String value : all(name)) {
      for (String one : value.split(",", -1)) {
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
