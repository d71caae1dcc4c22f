package io.freightsdk.mcp;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The agent key: from the environment, or from a file. */
final class AgentKey {
  private static final String FILE = "FREIGHT_AGENT_KEY_FILE";

  private AgentKey() {}

  /** Without the blanks, line ends and byte order mark that come with a copy or a file. */
  static String of(Map<String, String> environment, Consumer<String> log) {
    String file = environment.get(FILE);
    if (file == null || file.isBlank()) {
      String key = trimmed(environment.get("FREIGHT_AGENT_KEY"));
      if (!key.isEmpty()) return key;
      throw new Options.Mistake(
          "set the broker's agent key in "
              + Options.shown("FREIGHT_AGENT_KEY")
              + ", or a file that holds it in "
              + FILE
              + "; or try "
              + Options.shown("--sandbox"));
    }
    String key = trimmed(read(file.strip(), log));
    if (!key.isEmpty()) return key;
    throw new Options.Mistake(FILE + ": the file " + file + " is empty; put the agent key in it");
  }

  private static String trimmed(@Nullable String key) {
    return key == null ? "" : key.replace("\ufeff", "").strip();
  }

  private static String read(String name, Consumer<String> log) {
    try {
      Path file = Path.of(name);
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        // Containers mount secrets so, and their user cannot change it.
        log.accept(FILE + ": every user of this system can read the agent key in " + name);
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new Options.Mistake(FILE + ": expected a text in UTF-8, the agent key");
    } catch (IOException | InvalidPathException e) {
      throw new Options.Mistake(FILE + ": the file " + name + " cannot be read");
    }
  }
}
