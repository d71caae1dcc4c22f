package io.freightsdk.mcp;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database with what was spent and which reference belongs to which load. It survives the
 * process, and all processes on this machine share it.
 */
record Books(Connections database, String book) implements AutoCloseable {

  /**
   * The books of one broker's key at one service.
   *
   * @param place a directory or a JDBC URL; null for the user's data directory
   */
  static Books at(
      @Nullable String place, String baseUrl, String agentKey, Map<String, String> env) {
    // The key is a random secret, so a part of its digest can name the books without revealing it.
    String book = "mcp-" + digest(baseUrl + "\n" + agentKey);
    if (place != null && place.startsWith("jdbc:")) {
      requireDriver(place);
      return new Books(new Connections(place, place), book);
    }
    Path directory = place == null ? dataDirectory(env) : Path.of(place);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new Options.Mistake(
          "--books: the directory "
              + directory.toAbsolutePath()
              + " cannot be created; check its path and permissions");
    }
    // AUTO_SERVER: the first process that opens the file serves it to the other processes of this
    // machine.
    Path file = directory.toAbsolutePath().resolve("books");
    String url =
        "jdbc:h2:file:"
            + file
            + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;DB_CLOSE_DELAY=-1;TRACE_LEVEL_FILE=0";
    return new Books(new Connections(url, file + ".mv.db"), book);
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

  /** Opens the spend store. */
  SpendStore spending() {
    try {
      return JdbcSpendStore.open(database, book);
    } catch (SpendStoreException e) {
      throw new Options.Mistake(
          "--books: the books cannot be opened, so nothing may be spent: " + e.getMessage());
    }
  }

  /** Closes the file if this process is the one that serves it. */
  @Override
  public void close() {
    if (!database.url().startsWith("jdbc:h2:file:")) return;
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      boolean remote;
      try (ResultSet row =
          statement.executeQuery(
              "SELECT CLIENT_ADDR FROM INFORMATION_SCHEMA.SESSIONS"
                  + " WHERE SESSION_ID = SESSION_ID()")) {
        remote = row.next() && row.getString(1) != null;
      }
      if (!remote) statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      // Committed data is on the disk; the next process that opens the file recovers it.
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

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
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
