package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * A file of SQLite with one connection, which stays open from one use to the next. What is
 * committed is on the disk. A statement that finds the file locked by another process fails at
 * once, so that its work is tried again. Used by one thread.
 */
final class SqliteFile implements ConnectionFactory {
  private static final String NO_DRIVER = "08001";

  private final PrivateFolder folder;
  private final Path path;

  /** The number of the file in its file system. */
  private final @Nullable Object identity;

  private @Nullable Connection connection;
  private volatile boolean isClosed;

  private SqliteFile(PrivateFolder folder, Path path) throws IOException {
    this.folder = folder;
    this.path = path;
    this.identity = identity();
  }

  /**
   * The file at a path, created if it is missing.
   *
   * @throws DatabaseException if others can change the file or its folder
   */
  static SqliteFile of(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    Path parent = absolute.getParent();
    if (name == null || parent == null || absolute.toString().indexOf('?') >= 0) {
      throw new IllegalArgumentException("path: expected a file without ?, got " + file);
    }
    PrivateFolder folder = PrivateFolder.open(parent);
    try {
      return new SqliteFile(folder, folder.file(name.toString()));
    } catch (IOException e) {
      throw refused("cannot create " + absolute + ": " + e.getMessage(), e);
    }
  }

  @Override
  public Connection openConnection() throws SQLException {
    refuseAnother();
    Connection open = connection;
    if (open == null || open.isClosed()) open = connect();
    connection = open;
    return open;
  }

  /** Leaves it open. A call that ends after the file was closed is stored, and leaves nothing. */
  @Override
  public void closeConnection(Connection used) throws SQLException {
    if (isClosed) used.close();
  }

  /** From now on nothing stays open after its use. */
  void close() {
    isClosed = true;
  }

  private Connection connect() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("journal_mode", "WAL");
    settings.setProperty("synchronous", "FULL");
    settings.setProperty("foreign_keys", "true");
    settings.setProperty("busy_timeout", "1");
    // In pages of 4 KB: the log beside a file must not be what fills the disk.
    settings.setProperty("wal_autocheckpoint", "250");
    try {
      folder.checked(path);
      return DriverManager.getConnection("jdbc:sqlite:" + path, settings);
    } catch (IOException e) {
      throw new SQLException("cannot open " + path + ": " + e.getMessage(), e);
    } catch (SQLException | LinkageError e) {
      throw explained(e);
    }
  }

  /** What is written to a file that has no name any more is lost with this process. */
  private void refuseAnother() throws SQLException {
    boolean isGone;
    try {
      isGone = !Objects.equals(identity, identity());
    } catch (IOException e) {
      isGone = true;
    }
    if (!isGone) return;
    if (isClosed && connection != null) connection.close();
    throw refused(
        path
            + " was deleted or replaced while it was open; put it back, or stop all programs that"
            + " use it and start them again",
        null);
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private SQLException explained(Throwable failure) {
    if (failure instanceof SQLException sql && NO_DRIVER.equals(sql.getSQLState())) {
      throw refused(
          "a ledger in a file needs SQLite: add the dependency org.xerial:sqlite-jdbc", failure);
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean isUnloaded =
          cause instanceof LinkageError
              || cause.getClass().getSimpleName().equals("NativeLibraryNotFoundException");
      if (isUnloaded) {
        throw refused(
            "the library of SQLite cannot be loaded from the folder for temporary files; set the"
                + " system property org.sqlite.tmpdir to a folder that this user may write to and"
                + " run programs from",
            failure);
      }
    }
    String why = path + ": " + failure.getMessage();
    return failure instanceof SQLException sql
        ? new SQLException(why, sql.getSQLState(), sql.getErrorCode(), sql)
        : new SQLException(why, failure);
  }

  private static DatabaseException refused(String why, @Nullable Throwable cause) {
    return new DatabaseException("ledger: " + why, cause, false);
  }
}
