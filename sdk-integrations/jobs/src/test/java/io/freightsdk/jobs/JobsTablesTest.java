package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that another version has created. */
class JobsTablesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"h2", "sqlite"})
  void tablesOfAnotherVersionAreRefusedWithTheirColumns(String kind) throws SQLException {
    String url = kind.equals("h2") ? JobsDatabases.h2() : JobsDatabases.sqlite(folder);
    DataSource database = JobsDatabases.of(url);
    try (FreightClient client =
        FreightClient.builder().baseUrl("http://localhost:9").agentKey("k").build()) {
      FreightJobs jobs = FreightJobs.builder(database, client).build();
      JobsDatabases.execute(url, "ALTER TABLE freight_loads DROP COLUMN place_at");
      for (ThrowingCallable start :
          List.<ThrowingCallable>of(
              jobs::createTables,
              jobs::start,
              () -> FreightJobs.builder(database, client).build())) {
        assertThatThrownBy(start)
            .isInstanceOf(JobsDatabaseException.class)
            .hasMessage(
                "freight jobs: the table freight_loads lacks place_at; it is of another version of"
                    + " freight-jobs: run the ALTER TABLE statements of the changelog");
      }
    }
  }
}
