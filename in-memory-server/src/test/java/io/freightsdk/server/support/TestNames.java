package io.freightsdk.server.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Finds tests of the server by their names. */
public final class TestNames {
  private TestNames() {}

  /** Whether there is a test {@code package.Class.method}. */
  public static boolean exist(String name) {
    int dot = name.lastIndexOf('.');
    String file = name.substring(0, dot).replace('.', '/') + ".java";
    // A method of the class, as the format writes it.
    Pattern test =
        Pattern.compile("(?m)^  [\\w<>., ]+ " + Pattern.quote(name.substring(dot + 1)) + "\\(");
    Path source = Path.of("src/test/java").resolve(file);
    try {
      return Files.exists(source) && test.matcher(Files.readString(source)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
