package io.freightsdk.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What random tests begin with: the same in each build; others in each run of {@code -Pthorough},
 * which sets {@code freight.seeds} to the time of the build; or what {@code -Dfreight.seed} names.
 */
public final class Seeds {
  private static final @Nullable Long NAMED = number("freight.seed");
  private static final @Nullable Long OF_THE_BUILD = number("freight.seeds");

  private Seeds() {}

  /** The seed of a test that has this one in each build. */
  public static long orFresh(long fixed) {
    if (NAMED != null) return NAMED;
    // One for the build, so that a test that is run once more in it does the same again.
    return OF_THE_BUILD == null ? fixed : OF_THE_BUILD * 31 + fixed;
  }

  /** The command that does again what a test did with a seed. */
  public static String again(String test, long seed) {
    return "mvn -Pthorough -pl %s -am test -Dtest='%s' -Dfreight.seed=%d"
        .formatted(module(), test, seed);
  }

  /** Surefire runs the tests of a module in its folder. */
  private static Path module() {
    Path here = Path.of("").toAbsolutePath();
    Path root = here;
    while (root != null && !Files.isDirectory(root.resolve(".mvn"))) root = root.getParent();
    return root == null ? here : root.relativize(here);
  }

  private static @Nullable Long number(String property) {
    String value = System.getProperty(property, "");
    return value.isBlank() ? null : Long.valueOf(value);
  }
}
