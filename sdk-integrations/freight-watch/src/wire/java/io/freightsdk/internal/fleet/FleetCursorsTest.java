package io.freightsdk.internal.fleet;

import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.FleetCursors;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Cursors in memory, in databases, and in what a user wrote. */
class FleetCursorsTest {
  @Nested
  class InMemory extends FleetCursorsContract {
    private final Map<String, PositionReading> kept = new ConcurrentHashMap<>();

    @Override
    FleetCursors open() {
      return new FleetCursors() {
        @Override
        public @Nullable PositionReading cursor(String loadNumber) {
          return kept.get(loadNumber);
        }

        @Override
        public void taken(PositionReading reading) {
          kept.put(reading.position().loadNumber(), reading);
        }
      };
    }

    @Override
    void empty() {
      kept.clear();
    }
  }

  @Nested
  class InH2 extends InDatabase {
    InH2() {
      super("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }
  }

  @Nested
  @Thorough("needs PostgreSQL")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InPostgres extends InDatabase {
    InPostgres() {
      super(System.getenv(TestDatabase.POSTGRES));
    }
  }

  @Nested
  @Thorough("needs MariaDB")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.MARIADB,
      matches = ".+",
      disabledReason =
          "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InMariaDb extends InDatabase {
    InMariaDb() {
      super(System.getenv(TestDatabase.MARIADB));
    }
  }

  abstract static class InDatabase extends FleetCursorsContract {
    private final TestDatabase database;
    private String account = account();

    InDatabase(String url) {
      database = new TestDatabase(url);
    }

    @Override
    FleetCursors open() {
      return JdbcPositionCache.open(database, account).cursors("fleet");
    }

    @Override
    void empty() {
      account = account();
    }

    private static String account() {
      return "acme-" + UUID.randomUUID();
    }

    @AfterEach
    void close() throws Exception {
      database.close();
    }
  }

  /** As an application may write it: a file for each load, replaced as a whole. */
  @Nested
  class InFiles extends FleetCursorsContract {
    @TempDir private Path root;
    private int folder;

    @Override
    FleetCursors open() {
      return new CursorFiles(root.resolve("cursors-" + folder));
    }

    @Override
    void empty() {
      folder++;
    }
  }

  private static final class CursorFiles implements FleetCursors {
    private final Path folder;

    CursorFiles(Path folder) {
      this.folder = folder;
    }

    @Override
    public @Nullable PositionReading cursor(String loadNumber) {
      Path file = folder.resolve(loadNumber);
      if (!Files.exists(file)) {
        return null;
      }
      try {
        String[] lines = Files.readString(file).split("\n", 2);
        LoadPosition position = FreightJson.adapter(LoadPosition.class).fromJson(lines[1]);
        return new PositionReading(position, Instant.parse(lines[0]));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void taken(PositionReading reading) {
      String position = FreightJson.adapter(LoadPosition.class).toJson(reading.position());
      try {
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, "cursor", ".new");
        Files.writeString(written, reading.readAt() + "\n" + position);
        Files.move(
            written,
            folder.resolve(reading.position().loadNumber()),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
