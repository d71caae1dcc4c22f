package io.freightsdk.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Seeds of random tests: the same in each build, or {@code -Dfreight.seed}, new each night. */
public final class Seeds {
  private static final @Nullable Long GIVEN = number("freight.seed");

  private Seeds() {}

  /** Returns {@code -Dfreight.seed} if it is set, otherwise the fixed seed. */
  public static long givenOr(long fixed) {
    return GIVEN == null ? fixed : GIVEN;
  }

  /** The command that runs a test again with a seed. */
  public static String rerunCommand(String test, long seed) {
    return String.format(
        Locale.ROOT, "mvn -pl %s -am test -Dtest='%s' -Dfreight.seed=%d", module(), test, seed);
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
