package io.freightsdk.mcp;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.function.Consumer;

/** Reads the agent key of the broker from a variable or a file. */
final class AgentKey {
  private AgentKey() {}

  /** Returns the key without the spaces, line ends and byte order mark of a copy or a file. */
  static String read(Options options, Consumer<String> log) {
    String file = options.value(Option.AGENT_KEY_FILE);
    String key =
        file == null
            ? options.values().getOrDefault(Option.AGENT_KEY, "")
            : readFile(file, options, log);
    String trimmed = key.replace("\ufeff", "").strip();
    if (!trimmed.isEmpty()) return trimmed;
    if (file != null) {
      throw options.invalid(
          Option.AGENT_KEY_FILE, "the file " + file + " is empty", "write the agent key into it");
    }
    throw options.invalid(
        Option.AGENT_KEY,
        "is missing",
        "set the broker's agent key, or use " + options.name(Option.SANDBOX));
  }

  /** The option of the key, for messages: its file if that is given, otherwise its variable. */
  static Option option(Options options) {
    return options.has(Option.AGENT_KEY_FILE) ? Option.AGENT_KEY_FILE : Option.AGENT_KEY;
  }

  private static String readFile(String name, Options options, Consumer<String> log) {
    try {
      Path file = Path.of(name);
      boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
      if (posix && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        // Containers mount secrets like this, and their user cannot change it.
        log.accept(
            options.name(Option.AGENT_KEY_FILE)
                + ": every user of this system can read the agent key in "
                + name
                + "; allow only its owner to read it, if you can");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw options.invalid(
          Option.AGENT_KEY_FILE, "the file " + name + " is not text in UTF-8", "save it as UTF-8");
    } catch (IOException | InvalidPathException e) {
      throw options.invalid(
          Option.AGENT_KEY_FILE, "the file " + name + " cannot be read", "use another file");
    }
  }
}
