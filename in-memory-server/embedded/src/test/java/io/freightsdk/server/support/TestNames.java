package io.freightsdk.server.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Finds tests of the server by their names, in whichever of its artifacts they stand. */
public final class TestNames {
  private TestNames() {}

  /** Whether there is a test {@code package.Class.method}. */
  public static boolean exist(String name) {
    int dot = name.lastIndexOf('.');
    String file = name.substring(0, dot).replace('.', '/') + ".java";
    // A method of the class, as the format writes it.
    Pattern test =
        Pattern.compile("(?m)^  [\\w<>., ]+ " + Pattern.quote(name.substring(dot + 1)) + "\\(");
    for (String module : List.of("embedded", "console", "program")) {
      for (String folder : List.of("test", "wire")) {
        Path source = Path.of("..", module, "src", folder, "java").resolve(file);
        try {
          if (Files.exists(source) && test.matcher(Files.readString(source)).find()) return true;
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return false;
  }
}
