package io.freightsdk.internal.agent;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where two sets of arguments differ, as paths like {@code pickups.0.zip} and without values. */
final class Differences {
  private static final int MAX_PATHS = 20;

  private final List<String> paths = new ArrayList<>();

  private Differences() {}

  static List<String> between(Map<String, Object> before, Map<String, Object> now) {
    Differences differences = new Differences();
    differences.members("", before, now);
    // Only loads with the same reference are compared; it can differ in spaces around it only.
    differences.paths.remove("customerRef");
    return differences.paths.stream().limit(MAX_PATHS).toList();
  }

  private void members(String prefix, Map<?, ?> before, Map<?, ?> now) {
    Set<Object> names = new LinkedHashSet<>(before.keySet());
    names.addAll(now.keySet());
    for (Object name : names) {
      values(prefix + name, before.get(name), now.get(name));
    }
  }

  private void values(String path, @Nullable Object before, @Nullable Object now) {
    if (before instanceof Map<?, ?> b && now instanceof Map<?, ?> n) {
      members(path + ".", b, n);
    } else if (before instanceof List<?> b && now instanceof List<?> n && b.size() == n.size()) {
      for (int i = 0; i < b.size(); i++) values(path + "." + i, b.get(i), n.get(i));
    } else if (!same(before, now)) {
      paths.add(path);
    }
  }

  private static boolean same(@Nullable Object before, @Nullable Object now) {
    if (before instanceof BigDecimal b && now instanceof BigDecimal n) return b.compareTo(n) == 0;
    return Objects.equals(before, now);
  }
}
