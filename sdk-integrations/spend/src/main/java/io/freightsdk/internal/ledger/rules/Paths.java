package io.freightsdk.internal.ledger.rules;

import java.util.ArrayList;
import java.util.List;

/** Paths of scopes: names joined by slashes. */
public final class Paths {
  private Paths() {}

  /** Whether a path is this scope or inside it. */
  public static boolean isInside(String path, String scope) {
    return path.equals(scope) || path.startsWith(scope + "/");
  }

  /** The scope right below a parent that a path is in, or the parent itself. */
  public static String below(String path, String parent) {
    int end = path.indexOf('/', Math.min(path.length(), parent.length() + 1));
    return end < 0 ? path : path.substring(0, end);
  }

  /** A path and every path around it, the innermost first. */
  public static List<String> around(String path) {
    List<String> all = new ArrayList<>();
    for (int end = path.length(); end != -1; end = path.lastIndexOf('/', end - 1)) {
      all.add(path.substring(0, end));
    }
    return all;
  }
}
