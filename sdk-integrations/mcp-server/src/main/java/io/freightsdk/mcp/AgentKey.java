package io.freightsdk.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The agent key: from the environment, or from a file. */
final class AgentKey {
  private AgentKey() {}

  /** A file is read again for each request, so that a key can be rotated in it. */
  static Supplier<String> of(Map<String, String> environment) {
    String key = environment.get("FREIGHT_AGENT_KEY");
    String file = environment.get("FREIGHT_AGENT_KEY_FILE");
    if (file != null && !file.isBlank()) {
      Path path = Path.of(file);
      String unused = read(path);
      return () -> read(path);
    }
    if (key != null && !key.isBlank()) return () -> key;
    throw new Options.Mistake(
        "set the environment variable FREIGHT_AGENT_KEY: the broker's agent key; or"
            + " FREIGHT_AGENT_KEY_FILE");
  }

  private static String read(Path file) {
    List<String> lines = lines(file);
    if (lines.size() == 1) return lines.get(0);
    throw new Options.Mistake("FREIGHT_AGENT_KEY_FILE: expected a file of one line, the key");
  }

  /** The lines of the file, without empty ones. */
  private static List<String> lines(Path file) {
    try {
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new Options.Mistake(
            "FREIGHT_AGENT_KEY_FILE: every user can read "
                + file.toAbsolutePath()
                + "; run: chmod 600 FILE");
      }
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(s -> !s.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new Options.Mistake(
          "FREIGHT_AGENT_KEY_FILE: the file " + file.toAbsolutePath() + " cannot be read");
    }
  }
}
