package io.freightsdk.internal.spend;

import java.util.ArrayList;
import java.util.List;

/** How scopes lie in each other, by their paths: {@code client/acme} lies in {@code client}. */
public final class ScopePaths {
  private ScopePaths() {}

  /** The scope itself and those around it, innermost first. */
  public static List<String> upwards(String path) {
    int end = path.lastIndexOf('/');
    if (end < 0) return List.of(path);
    List<String> scopes = new ArrayList<>(4);
    scopes.add(path);
    for (; end > 0; end = path.lastIndexOf('/', end - 1)) scopes.add(path.substring(0, end));
    return scopes;
  }

  /** Whether a scope is another one or lies in it. */
  public static boolean isInside(String path, String outer) {
    return path.startsWith(outer)
        && (path.length() == outer.length() || path.charAt(outer.length()) == '/');
  }
}
