package io.freightsdk.mcp;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where the ledger is. It is one place, whichever folder the host starts the program in, so that
 * all windows and projects of a user have one budget.
 */
final class LedgerPath {
  private LedgerPath() {}

  /**
   * The file that was named, or the one in the user's data folder.
   *
   * @param named as on the command line, where no shell has expanded it; null for none
   * @param system the system properties
   */
  static Path of(@Nullable String named, Map<String, String> environment, Properties system) {
    try {
      return named == null
          ? dataFolder(environment, system).resolve("ledger.db")
          : file(named, system);
    } catch (InvalidPathException e) {
      throw new Options.Mistake(
          "--ledger: no path of this system: "
              + e.getInput()
              + "; on Linux, letters beyond ASCII need LC_ALL=C.UTF-8");
    }
  }

  private static Path file(String named, Properties system) {
    Path path =
        named.matches("~[/\\\\].*") ? home(system).resolve(named.substring(2)) : Path.of(named);
    if (!path.isAbsolute()) {
      throw new Options.Mistake(
          "--ledger: expected an absolute path or one that begins with ~/, got "
              + named
              + "; hosts start the program in another folder for each project, and each would"
              + " have its own budget");
    }
    if (Files.isDirectory(path)) {
      throw new Options.Mistake(
          "--ledger: expected a file, but " + path + " is a folder; add the name of a file");
    }
    return path;
  }

  private static Path dataFolder(Map<String, String> environment, Properties system) {
    String os = system.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String name = "freight-mcp-server";
    if (os.startsWith("windows")) {
      String local = environment.get("LOCALAPPDATA");
      Path data = local == null ? home(system).resolve("AppData/Local") : Path.of(local);
      return data.resolve(name);
    }
    if (os.startsWith("mac")) return home(system).resolve("Library/Application Support/" + name);
    String xdg = environment.get("XDG_DATA_HOME");
    Path data =
        xdg != null && xdg.startsWith("/") ? Path.of(xdg) : home(system).resolve(".local/share");
    return data.resolve(name);
  }

  private static Path home(Properties system) {
    // Java says "?" where the system knows none, such as for a container's user without a name.
    Path home = Path.of(system.getProperty("user.home", "").replace("?", ""));
    if (home.isAbsolute()) return home;
    throw new Options.Mistake(
        "this user has no home folder for the ledger; name a file with --ledger /absolute/path");
  }
}
