package io.freightsdk.internal.ledger.rules;

import io.freightsdk.SpendGuard.CostCenter;
import io.freightsdk.spend.SpendScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits and compares the paths of scopes: names joined by slashes. */
public final class ScopePaths {
  private ScopePaths() {}

  /** Returns the path of the scope of a call or a filter; the path of the client for null. */
  public static String of(@Nullable CostCenter scope) {
    return scope == null ? SpendScope.CLIENT : scope.path();
  }

  /** Whether a path is this scope or inside it. */
  public static boolean isInside(String path, String scope) {
    return path.equals(scope) || path.startsWith(scope + "/");
  }

  /** Returns the child of a parent that contains the path, or the parent itself. */
  public static String childOrSelf(String parent, String path) {
    int end = path.indexOf('/', Math.min(path.length(), parent.length() + 1));
    return end < 0 ? path : path.substring(0, end);
  }

  /** Returns a path and the paths of all enclosing scopes, the innermost first. */
  public static List<String> enclosing(String path) {
    List<String> paths = new ArrayList<>();
    for (int end = path.length(); end != -1; end = path.lastIndexOf('/', end - 1)) {
      paths.add(path.substring(0, end));
    }
    return paths;
  }
}
