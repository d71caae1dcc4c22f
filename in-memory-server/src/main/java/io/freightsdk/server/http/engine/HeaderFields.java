package io.freightsdk.server.http.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Header fields in the order of the message; names are case-insensitive. */
public final class HeaderFields {
  private final List<String> names = new ArrayList<>(12);
  private final List<String> values = new ArrayList<>(12);

  HeaderFields() {}

  void add(String name, String value) {
    names.add(name);
    values.add(value);
  }

  public @Nullable String first(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) return values.get(i);
    }
    return null;
  }

  /** Every value of a field, one for each line; none when it is absent. */
  public List<String> all(String name) {
    List<String> found = List.of();
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equalsIgnoreCase(name)) continue;
      if (found.isEmpty()) found = new ArrayList<>(2);
      found.add(values.get(i));
    }
    return found;
  }

  /** Whether one of the comma-separated members of a field is this, in any case. */
  boolean lists(String name, String member) {
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equalsIgnoreCase(name)) continue;
      for (String one : values.get(i).split(",", -1)) {
        if (one.trim().equalsIgnoreCase(member)) return true;
      }
    }
    return false;
  }

  int size() {
    return names.size();
  }

  /** All fields but those of one name, a line each. */
  public String linesWithout(String name) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) continue;
      lines.append(names.get(i)).append(": ").append(values.get(i)).append('\n');
    }
    return lines.toString();
  }
}
