package io.freightsdk.testing;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;

/** A place for the tables of a ledger: an empty database of each available kind, and a file. */
public enum LedgerPlace {
  H2,
  POSTGRESQL,
  MARIADB,
  SQLITE;

  /** An empty place. Its test closes it. */
  public record Opened(DataSource source, Ending ending) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      ending.close();
    }
  }

  interface Ending {
    void close() throws SQLException;
  }

  /** The databases of {@link EmptyDatabase#here}, and SQLite. */
  public static List<LedgerPlace> here() {
    Stream<LedgerPlace> servers =
        EmptyDatabase.here().stream().map(kind -> LedgerPlace.valueOf(kind.name()));
    return Stream.concat(servers, Stream.of(SQLITE)).toList();
  }

  /**
   * Creates an empty place.
   *
   * @param folder the folder of files
   */
  public Opened open(Path folder) throws SQLException {
    if (this == SQLITE) {
      SQLiteDataSource file = new SQLiteDataSource();
      file.setUrl("jdbc:sqlite:" + folder.resolve(UUID.randomUUID().toString()));
      return new Opened(file, () -> {});
    }
    PooledDataSource database = new PooledDataSource(EmptyDatabase.valueOf(name()).make());
    return new Opened(database, database::close);
  }
}
