package io.freightsdk.mcp;

import io.freightsdk.internal.spend.file.PrivateFolder;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;
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
   * @param place a directory or a JDBC URL; null for the user's data directory
   * @param book its name there
   */
  static Books at(@Nullable String place, String book, Map<String, String> env) {
    if (!book.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,59}")) {
      throw new Options.Mistake("--book: expected up to 60 letters, digits and . _ -");
    }
    if (place != null && place.startsWith("jdbc:")) {
      requireDriver(place);
      return new InDatabase(new Connections(place, place), book);
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

  /** A database, for hosts of several machines. */
  record InDatabase(Connections database, String book) implements Books {
    @Override
    public SpendLedger open() {
      try {
        return SpendLedger.jdbc(database, book);
      } catch (SpendLedgerException e) {
        throw unopened(e);
      }
    }
  }

  private static Options.Mistake unopened(SpendLedgerException e) {
    return new Options.Mistake(
        "--books: the books cannot be opened, so nothing may be spent: " + e.getMessage());
  }

  private static void requireDriver(String url) {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new Options.Mistake(
          "--books: no JDBC driver on the class path takes this URL; start with java -cp"
              + " freight-mcp-server.jar"
              + File.pathSeparator
              + "driver.jar io.freightsdk.mcp.FreightMcpServer");
    }
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

  /**
   * Opens a connection for each transaction: there are few, and another process may take over the
   * file.
   *
   * @param name name of the database in messages
   */
  record Connections(String url, String name) implements DataSource {
    private static final Pattern PASSWORD = Pattern.compile("(?i)(pass[a-z]*=)[^&;\\s]*");

    @Override
    public Connection getConnection() throws SQLException {
      try {
        return DriverManager.getConnection(url);
      } catch (SQLException e) {
        String said =
            String.valueOf(e.getMessage()).replace(url, "the URL").lines().findFirst().orElse("");
        // Without its cause, which repeats the message.
        throw new SQLException(shown(name) + ": " + shown(said), e.getSQLState(), e.getErrorCode());
      }
    }

    private static String shown(String text) {
      String withoutQuery = text.startsWith("jdbc:") ? text.replaceFirst("[?;].*", "") : text;
      return PASSWORD.matcher(withoutQuery).replaceAll("$1***").replaceAll("//[^/@]*@", "//***@");
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return DriverManager.getConnection(url, user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }

    /** Without the URL, which may hold a password. */
    @Override
    public String toString() {
      return "Connections";
    }
  }
}
