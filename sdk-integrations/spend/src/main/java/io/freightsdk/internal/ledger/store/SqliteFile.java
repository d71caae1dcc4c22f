package io.freightsdk.internal.ledger.store;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.sql.DatabaseException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * A SQLite file with one connection, which stays open between two uses. Commits are on the disk. A
 * statement fails immediately if another process has locked the file, so that its work is repeated.
 * Used by one thread.
 */
final class SqliteFile implements ConnectionFactory {
  private static final String DRIVER = "org.sqlite.JDBC";
  private static final String ALLOW_NATIVE = "start Java with --enable-native-access=ALL-UNNAMED";
  private static final String SET_FOLDER =
      "set the system property org.sqlite.tmpdir to a folder that this user may write to and run"
          + " programs from";

  private final Path path;
  private @Nullable Connection connection;
  private volatile boolean isClosed;

  private SqliteFile(Path path) {
    this.path = path;
  }

  /**
   * The file at a path. A missing file is created for this user alone, with its folder.
   *
   * @throws DatabaseException if it cannot be created
   */
  static SqliteFile of(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || absolute.toString().indexOf('?') >= 0) {
      throw new InvalidOptionException(
          "path", "has a question mark: " + file, "choose a path without ?");
    }
    if (Files.isDirectory(absolute)) {
      throw refused(absolute + " is a folder", "give the path of a file", null);
    }
    try {
      // A folder that is a link exists, but creating it would fail.
      if (!Files.isDirectory(folder)) Files.createDirectories(folder, rights(folder, "rwx------"));
      if (!Files.exists(absolute)) Files.createFile(absolute, rights(folder, "rw-------"));
    } catch (FileAlreadyExistsException e) {
      // Another process has just created it.
    } catch (IOException e) {
      throw refused(
          absolute + " cannot be created", "check its path, and the permissions of its folder", e);
    }
    if (!Files.isDirectory(folder)) {
      throw refused(
          "the folder " + folder + " cannot be created or written",
          "check its path and permissions",
          null);
    }
    return new SqliteFile(absolute);
  }

  /** No attributes on Windows, where the user's data folder is already private. */
  private static FileAttribute<?>[] rights(Path folder, String rights) {
    boolean isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!isPosix) return new FileAttribute<?>[0];
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
    };
  }

  @Override
  public Connection openConnection() throws SQLException {
    Connection open = connection;
    if (open == null || open.isClosed()) open = connect();
    connection = open;
    return open;
  }

  /** Leaves it open. After {@link #close}, the outcome of a late call is stored, too. */
  @Override
  public void closeConnection(Connection used) throws SQLException {
    if (isClosed) used.close();
  }

  /** Closes the connection after its next use. */
  void close() {
    isClosed = true;
  }

  private Connection connect() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("journal_mode", "WAL");
    settings.setProperty("synchronous", "FULL");
    settings.setProperty("foreign_keys", "true");
    settings.setProperty("busy_timeout", "1");
    // In pages of 4 KB: the log next to a file must not fill the disk.
    settings.setProperty("wal_autocheckpoint", "250");
    try {
      return driver().connect("jdbc:sqlite:" + path, settings);
    } catch (SQLException | LinkageError e) {
      throw explained(path, e);
    }
  }

  /**
   * Loads the driver by its name. {@code DriverManager} does not find a driver in a WAR, or in an
   * uber-jar that kept the service files of another jar.
   */
  private static Driver driver() throws SQLException {
    try {
      return Class.forName(DRIVER, true, SqliteFile.class.getClassLoader())
          .asSubclass(Driver.class)
          .getConstructor()
          .newInstance();
    } catch (ClassNotFoundException e) {
      throw refused(
          "a ledger in a file needs SQLite", "add the dependency org.xerial:sqlite-jdbc", e);
    } catch (ReflectiveOperationException e) {
      throw new SQLException("cannot make the driver " + DRIVER, e);
    }
  }

  /**
   * The failure to connect, with the path of the file.
   *
   * @throws DatabaseException with a remedy, if the library of SQLite is not loaded. The driver
   *     tries to load it once. Later connections only get a {@link LinkageError}
   */
  static SQLException explained(Path path, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IllegalCallerException) {
        throw refused("Java does not allow SQLite to load its library", ALLOW_NATIVE, failure);
      }
      if (cause.getClass().getSimpleName().equals("NativeLibraryNotFoundException")) {
        throw refused(
            "the library of SQLite cannot be loaded from the folder for temporary files",
            SET_FOLDER,
            failure);
      }
      if (cause instanceof LinkageError) {
        throw refused(
            "the library of SQLite is not loaded", ALLOW_NATIVE + ", or " + SET_FOLDER, failure);
      }
    }
    String why = path + ": " + failure.getMessage();
    return failure instanceof SQLException sql
        ? new SQLException(why, sql.getSQLState(), sql.getErrorCode(), sql)
        : new SQLException(why, failure);
  }

  private static DatabaseException refused(
      String problem, String remedy, @Nullable Throwable cause) {
    return DatabaseException.permanentFailure("ledger", null, problem, remedy, cause);
  }
}
