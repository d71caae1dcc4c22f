package io.freightsdk.spend;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A named part of a client's spending with its own limits, for example of a tenant, an agent or one
 * run.
 *
 * <p>Scopes nest. A call in a scope is counted in that scope, in every scope around it and in the
 * client, and must keep the limits of all of them. Spending belongs to the path and not to this
 * object: scopes with equal paths share it, in one process or in several that share a {@link
 * SpendStore}.
 *
 * <p>Immutable.
 */
public final class SpendScope {
  /** The path of calls without a named scope, and the start of every other path. */
  public static final String CLIENT = "client";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:@+-]{1,64}");
  private static final int MAX_PATH = 255;

  private final List<String> paths;
  private final List<SpendLimit> limits;

  private SpendScope(List<String> paths, List<SpendLimit> limits) {
    this.paths = paths;
    this.limits = limits;
  }

  /**
   * A scope directly in the client.
   *
   * @param name 1 to 64 letters, digits and {@code . _ : @ + -}
   * @throws IllegalArgumentException if the name has other characters or another length
   */
  public static SpendScope of(String name, SpendLimits limits) {
    return client(SpendLimits.none()).child(name, limits);
  }

  /** The scope of the client itself, with its limits. */
  public static SpendScope client(SpendLimits limits) {
    return new SpendScope(List.of(CLIENT), limits.in(CLIENT));
  }

  /** A scope inside this one: a call in it must keep these limits and those of this scope. */
  public SpendScope child(String name, SpendLimits limits) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "scope name: expected 1 to 64 letters, digits or . _ : @ + -, got \"" + name + "\"");
    }
    String path = path() + "/" + name;
    if (path.length() > MAX_PATH) {
      throw new IllegalArgumentException(
          "scope " + name + ": its path has " + path.length() + " characters; use at most 255");
    }
    return new SpendScope(prepend(List.of(path), paths), prepend(limits.in(path), this.limits));
  }

  private static <T> List<T> prepend(List<T> first, List<T> rest) {
    List<T> all = new ArrayList<>(first);
    all.addAll(rest);
    return List.copyOf(all);
  }

  /**
   * Names of the scopes around this one and of this one, joined by slashes: {@code
   * client/acme/run:42}.
   */
  public String path() {
    return paths.get(0);
  }

  /** The path of this scope and of every scope around it, innermost first. */
  public List<String> paths() {
    return paths;
  }

  /** Every limit that applies to this scope, innermost first. */
  public List<SpendLimit> limits() {
    return limits;
  }

  @Override
  public String toString() {
    return path();
  }
}
