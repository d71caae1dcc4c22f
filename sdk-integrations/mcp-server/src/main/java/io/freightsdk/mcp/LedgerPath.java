package io.freightsdk.mcp;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * The file of the ledger. It is the same file in whichever folder a host starts the program, so
 * that all windows and projects of a user share one budget.
 */
final class LedgerPath {
  private final Options options;
  private final Map<String, String> environment;
  private final Properties system;

  private LedgerPath(Options options, Map<String, String> environment, Properties system) {
    this.options = options;
    this.environment = environment;
    this.system = system;
  }

  /**
   * Returns the file of the option, or the default file in the user's data folder.
   *
   * @param system the system properties
   */
  static Path of(Options options, Map<String, String> environment, Properties system) {
    return new LedgerPath(options, environment, system).path();
  }

  private Path path() {
    String value = options.value(Option.LEDGER);
    try {
      return value == null ? dataFolder().resolve("ledger.db") : file(value);
    } catch (InvalidPathException e) {
      throw options.invalid(
          Option.LEDGER,
          e.getInput() + " is not a path on this system",
          "use letters of ASCII only, or set LC_ALL=C.UTF-8 on Linux");
    }
  }

  private Path file(String value) {
    // Hosts run no shell that replaces the tilde.
    Path path = value.matches("~[/\\\\].*") ? home().resolve(value.substring(2)) : Path.of(value);
    if (!path.isAbsolute()) {
      throw options.invalid(
          Option.LEDGER,
          value
              + " is a relative path, so the file depends on the folder in which a host starts the program",
          "use an absolute path, or one that begins with ~/");
    }
    if (Files.isDirectory(path)) {
      throw options.invalid(Option.LEDGER, path + " is a folder", "add the name of a file");
    }
    return path;
  }

  private Path dataFolder() {
    String os = system.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String name = "freight-mcp-server";
    if (os.startsWith("windows")) {
      String local = environment.get("LOCALAPPDATA");
      Path data = local == null ? home().resolve("AppData/Local") : Path.of(local);
      return data.resolve(name);
    }
    if (os.startsWith("mac")) return home().resolve("Library/Application Support/" + name);
    String xdg = environment.get("XDG_DATA_HOME");
    Path data = xdg != null && xdg.startsWith("/") ? Path.of(xdg) : home().resolve(".local/share");
    return data.resolve(name);
  }

  private Path home() {
    // Java returns "?" if the system knows no home folder, such as for a user of a container.
    Path home = Path.of(system.getProperty("user.home", "").replace("?", ""));
    if (home.isAbsolute()) return home;
    throw options.invalid(
        Option.LEDGER, "this user has no home folder", "use an absolute path for the ledger");
  }
}
