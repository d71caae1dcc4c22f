package io.freightsdk.mcp;

import io.freightsdk.internal.ledger.sqlite.PrivateFolder;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was spent. It survives the process, and all processes that name the same place share it: one
 * budget, whatever address or key they use.
 */
sealed interface Books {
  /** Opens the ledger, and creates it if there was none. */
  SpendLedger open();

  /** Why a ledger cannot be changed; null if it can. */
  static @Nullable String whyStopped(SpendLedger ledger) {
    try {
      long unused = ledger.purge(Instant.EPOCH);
      return null;
    } catch (SpendLedgerException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Opens no file yet.
   *
   * @param place a directory; null for the user's data directory
   */
  static Books at(@Nullable String place, Map<String, String> env) {
    if (place != null && place.startsWith("jdbc:")) {
      throw new Options.Mistake(
          "--books: expected a folder; a ledger in a database is for a server over HTTP: "
              + Options.OVER_HTTP);
    }
    try {
      PrivateFolder folder =
          PrivateFolder.open(place == null ? dataDirectory(env) : Path.of(place));
      return new InFolder(folder);
    } catch (SpendLedgerException e) {
      throw new Options.Mistake("--books: " + e.getMessage());
    }
  }

  /** A file that only this user can open. */
  record InFolder(PrivateFolder folder) implements Books {
    @Override
    public SpendLedger open() {
      try {
        return SpendLedger.file(folder.path().resolve("default.ledger"));
      } catch (SpendLedgerException e) {
        throw unopened(e);
      }
    }
  }

  /** Forgotten with the process. */
  record InMemory() implements Books {
    @Override
    public SpendLedger open() {
      return SpendLedger.inMemory();
    }
  }

  private static Options.Mistake unopened(SpendLedgerException e) {
    return new Options.Mistake(
        "--books: the books cannot be opened, so nothing may be spent: " + e.getMessage());
  }

  private static Path dataDirectory(Map<String, String> env) {
    String home = System.getProperty("user.home");
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String local = env.get("LOCALAPPDATA");
    String xdg = env.get("XDG_DATA_HOME");
    if (os.startsWith("windows") && local != null) return Path.of(local, "freight-mcp-server");
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Application Support", "freight-mcp-server");
    }
    return xdg != null && xdg.startsWith("/")
        ? Path.of(xdg, "freight-mcp-server")
        : Path.of(home, ".local", "share", "freight-mcp-server");
  }
}
