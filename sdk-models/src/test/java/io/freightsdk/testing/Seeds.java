package io.freightsdk.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What random tests begin with: the same in each build, or what {@code -Dfreight.seed} names. Each
 * night has a fresh one.
 */
public final class Seeds {
  private static final @Nullable Long NAMED = number("freight.seed");

  private Seeds() {}

  /** The seed of a test that has this one in each build. */
  public static long orFresh(long fixed) {
    return NAMED == null ? fixed : NAMED;
  }

  /** The command that does again what a test did with a seed. */
  public static String again(String test, long seed) {
    return String.format(
        Locale.ROOT,
        "mvn -pl %s -am test -Dtest='%s' -Dfreight.seed=%d -Dsurefire.failIfNoSpecifiedTests=false",
        module(),
        test,
        seed);
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
