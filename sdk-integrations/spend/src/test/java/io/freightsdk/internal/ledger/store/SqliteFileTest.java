package io.freightsdk.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.spend.SpendLedger;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.NativeLibraryNotFoundException;

/** Opening the file of a ledger. */
class SqliteFileTest {
  /** SQLite's level FULL: each commit waits for the disk, also with a write-ahead log. */
  private static final String FULL = "2";

  /** A killed process cannot test this: only a power cut loses data that is not on the disk yet. */
  @Test
  void commitsAreOnTheDisk(@TempDir Path folder) throws SQLException {
    SqliteFile file = SqliteFile.of(folder.resolve("ledger"));
    try (Connection connection = file.openConnection()) {
      assertThat(setting(connection, "synchronous")).isEqualTo(FULL);
      assertThat(setting(connection, "journal_mode")).isEqualTo("wal");
      assertThat(setting(connection, "foreign_keys")).isEqualTo("1");
    }
  }

  @Test
  void newFileAndFoldersBelongToTheirOwnerAlone(@TempDir Path parent) throws IOException {
    assumeTrue(
        parent.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system knows no owner's rights");
    Path folder = parent.resolve("a/b");
    SqlStorage opened = SqlStorage.open(folder.resolve("ledger"), null);
    assertThat(rights(parent.resolve("a"))).isEqualTo("rwx------");
    assertThat(rights(folder)).isEqualTo("rwx------");
    for (String name : List.of("ledger", "ledger-wal", "ledger-shm")) {
      assertThat(rights(folder.resolve(name))).isEqualTo("rw-------");
    }
    opened.close();
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** For example, in a WAR: the first class loader has not registered its driver. */
  @Test
  void driverIsFoundInAnotherClassLoader(@TempDir Path folder) throws Exception {
    assertThat(DriverManager.drivers()).as("the drivers of the first loader").isNotEmpty();
    try (URLClassLoader own =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> ledger = own.loadClass(SpendLedger.class.getName());
      assertThat(ledger).isNotEqualTo(SpendLedger.class);
      Object opened = ledger.getMethod("open", Path.class).invoke(null, folder.resolve("ledger"));
      ledger.getMethod("close").invoke(opened);
    }
    assertThat(folder.resolve("ledger")).isNotEmptyFile();
  }

  /** The driver says which one it is only to the first connection of a process. */
  @Test
  void missingLibraryIsReportedWithItsRemedy() {
    String folder = "set the system property org.sqlite.tmpdir to a folder";
    String flag = "start Java with --enable-native-access=ALL-UNNAMED";
    assertThat(refusal(new IllegalCallerException("Illegal native access from an unnamed module")))
        .contains("Java does not allow SQLite to load its library", flag)
        .doesNotContain(folder);
    assertThat(refusal(new NativeLibraryNotFoundException("No native library found for Linux")))
        .contains("cannot be loaded from the folder for temporary files", folder)
        .doesNotContain(flag);
    assertThat(refusal(new UnsatisfiedLinkError("_open_utf8")))
        .contains("the library of SQLite is not loaded", flag, folder);
  }

  private static String refusal(Throwable cause) {
    SQLException failure = new SQLException("Error opening connection", cause);
    return catchThrowableOfType(
            DatabaseException.class, () -> SqliteFile.explained(Path.of("ledger"), failure))
        .getMessage();
  }

  @Test
  void failedConnectionIsReportedWithItsPath() {
    SQLException locked = new SQLException("database is locked", "HY000", 5);
    SQLException explained = SqliteFile.explained(Path.of("ledger"), locked);
    assertThat(explained.getMessage()).isEqualTo("ledger: database is locked");
    assertThat(explained.getErrorCode()).isEqualTo(5);
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(path).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  private static String setting(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet value = statement.executeQuery("PRAGMA " + name)) {
      return value.getString(1);
    }
  }
}
