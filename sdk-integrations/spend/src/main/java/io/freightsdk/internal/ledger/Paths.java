package io.freightsdk.internal.ledger;

import java.util.LinkedHashSet;
import java.util.Set;

/** Paths of scopes: names joined by slashes; several paths are joined by blanks. */
public final class Paths {
  private Paths() {}

  /** Whether one of the paths is this scope or inside it. */
  public static boolean isInside(String paths, String scope) {
    for (String path : paths.split(" ", -1)) {
      if (path.equals(scope) || path.startsWith(scope + "/")) return true;
    }
    return false;
  }

  /** Each path and every path around it, once. */
  public static Set<String> around(String paths) {
    Set<String> all = new LinkedHashSet<>();
    for (String path : paths.split(" ", -1)) {
      for (int end = path.length(); end != -1; end = path.lastIndexOf('/', end - 1)) {
        all.add(path.substring(0, end));
      }
    }
    return all;
  }
}
