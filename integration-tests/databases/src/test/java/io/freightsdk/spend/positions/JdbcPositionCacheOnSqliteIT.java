package io.freightsdk.spend.positions;

import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class JdbcPositionCacheOnSqliteIT extends JdbcPositionCacheIT {
  @BeforeEach
  void use(@TempDir Path folder) {
    use(new TestDatabase("jdbc:sqlite:" + folder.resolve("positions")));
  }
}
