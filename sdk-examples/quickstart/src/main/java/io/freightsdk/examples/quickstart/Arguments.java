package io.freightsdk.examples.quickstart;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for on the command line.
 *
 * @param create may create a load, which costs money
 * @param follow may read it until it is delivered, which costs money each time
 */
record Arguments(boolean create, boolean follow) {
  private static final Set<String> KNOWN = Set.of("--create", "--follow");

  /** The arguments, or null when there is one that is not known. */
  static @Nullable Arguments parse(String[] args) {
    List<String> given = List.of(args);
    return KNOWN.containsAll(given)
        ? new Arguments(given.contains("--create"), given.contains("--follow"))
        : null;
  }
}
