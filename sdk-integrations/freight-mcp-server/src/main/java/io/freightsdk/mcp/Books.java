package io.freightsdk.mcp;

import io.freightsdk.internal.spend.file.PrivateFolder;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was spent, and which reference belongs to which load. It survives the process, and all
 * processes that name the same place share it: one budget, whatever address or key they use.
 */
sealed interface Books {
  /** Opens the ledger, which has the orders too, and creates it if there was none. */
  SpendLedger open();

  /** Why a ledger cannot be written; null if it can. */
  static @Nullable String whyStopped(SpendLedger ledger) {
    try {
      ledger.memory().put("mcp probe", "", Instant.EPOCH);
      return null;
    } catch (SpendLedgerException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** A person has one budget, unless he says otherwise. */
  String DEFAULT_BOOK = "default";

  /**
   * Opens no file yet.
   *
   * @param place a directory; null for the user's data directory
   * @param book its name there
   */
  static Books at(@Nullable String place, String book, Map<String, String> env) {
    if (!book.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,59}")) {
      throw new Options.Mistake("--book: expected up to 60 letters, digits and . _ -");
    }
    if (place != null && place.startsWith("jdbc:")) {
      throw new Options.Mistake(
          "--books: expected a folder; a ledger in a database is for a server over HTTP: "
              + Options.OVER_HTTP);
    }
    try {
      PrivateFolder folder =
          PrivateFolder.open(place == null ? dataDirectory(env) : Path.of(place));
      // Its money would be forgotten.
      for (String earlier : List.of("books.mv.db", book + ".books")) {
        Path before = folder.path().resolve(earlier);
        if (Files.exists(before)) {
          throw new Options.Mistake(
              "--books: "
                  + before
                  + " has what an earlier release spent; move it away to start new books");
        }
      }
      return new InFolder(folder, book);
    } catch (SpendLedgerException e) {
      throw new Options.Mistake("--books: " + e.getMessage());
    }
  }

  /** A file that only this user can open. */
  record InFolder(PrivateFolder folder, String book) implements Books {
    @Override
    public SpendLedger open() {
      try {
        return SpendLedger.file(folder.path().resolve(book + ".ledger"));
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
