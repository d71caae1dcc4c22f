package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Needs(Needs.Part.POSTGRES)
@Tag("slow") // needs a database server
class StartWhileBookingOnPostgresIT extends StartWhileBookingIT {
  private static final String SCRIPT = "/io/freightsdk/jobs/postgresql/R__freight_jobs.sql";

  @TempDir Path migrations;

  @Override
  String url() {
    JobsDatabases.execute(Needs.Part.POSTGRES.url(), "DROP SCHEMA IF EXISTS freight_other CASCADE");
    JobsDatabases.execute(Needs.Part.POSTGRES.url(), "DROP SCHEMA IF EXISTS freight_start CASCADE");
    JobsDatabases.execute(Needs.Part.POSTGRES.url(), "CREATE SCHEMA freight_other");
    JobsDatabases.execute(Needs.Part.POSTGRES.url(), "CREATE SCHEMA freight_start");
    return Needs.Part.POSTGRES.url() + "&currentSchema=freight_start";
  }

  @Override
  InTheWay inTheWay() {
    InTheWay h2 = super.inTheWay();
    return new InTheWay(h2.drop(), h2.lock(), h2.table(), "SHOW lock_timeout", SCRIPT.substring(1));
  }

  @Test
  void flywayRunsAScriptThatHasChangedAndLocksNothing() throws Exception {
    migrate("");
    migrate("-- another version\n");
    assertThat(number("SELECT COUNT(*) FROM flyway_schema_history WHERE script LIKE 'R__%'"))
        .isEqualTo(2);
    FreightJobs jobs = builder().build();
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
  }

  @Test
  void flywayGivesUpTheLockOfATableThatLacksAnIndex() throws Exception {
    open.rollback();
    execute(inTheWay().drop());
    try (Statement statement = open.createStatement()) {
      statement.execute(inTheWay().lock());
    }
    assertThatThrownBy(() -> migrate(""))
        .hasMessageContaining("R__freight_jobs.sql")
        .hasMessageContaining("lock timeout")
        .hasMessageContaining("ON freight_tasks");
    FreightJobs jobs = builder().build();
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
    open.rollback();
    migrate("");
  }

  private void migrate(String comment) throws Exception {
    Files.writeString(migrations.resolve("R__freight_jobs.sql"), comment + script());
    Flyway flyway =
        Flyway.configure()
            .dataSource(database)
            .baselineOnMigrate(true)
            .locations("filesystem:" + migrations)
            .load();
    CompletableFuture.runAsync(flyway::migrate, callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  private static String script() throws IOException {
    try (InputStream script = FreightJobs.class.getResourceAsStream(SCRIPT)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Tables of the same names are in the next schema of the path, and a transaction uses them. */
  @ParameterizedTest
  @ValueSource(strings = {"freight_other", "freight_other,freight_start"})
  void tablesAreCreatedInTheSchemaOfThisPath(String path) throws Exception {
    createTablesIn(path);
    assertThat(tablesAndIndexesOf("freight_other")).isEqualTo(6);
    execute("DROP INDEX freight_other.freight_tasks_due");
    createTablesIn(path);
    assertThat(tablesAndIndexesOf("freight_other")).isEqualTo(6);
  }

  /** Each schema has its own, and they are used in both. */
  @Test
  void tablesThatAreInTheSchemaOfThisPathAreNotLocked() throws Exception {
    createTablesIn("freight_other");
    try (Connection other = JobsDatabases.of(urlOf("freight_other")).getConnection()) {
      other.setAutoCommit(false);
      builder().build().book(other, "PO-other", LOAD, null);
      createTablesIn("freight_other,freight_start");
      FreightJobs unused = createTables();
      other.rollback();
    }
  }

  @Test
  void aUserWhoMayNotCreateTablesStartsWhereTheyAre() throws Exception {
    String user = "jobs" + UUID.randomUUID().toString().substring(0, 8);
    execute("CREATE ROLE " + user + " LOGIN");
    execute("GRANT USAGE ON SCHEMA freight_start TO " + user);
    execute("GRANT SELECT, INSERT, UPDATE, DELETE ON freight_tasks, freight_read_queue TO " + user);
    DataSource limited = JobsDatabases.of(url.replace("user=freight", "user=" + user));
    FreightJobs jobs = FreightJobs.builder(limited, client).build();
    jobs.createTables();
    assertThat(jobs.find("PO-open")).isEmpty();
    execute("DROP OWNED BY " + user);
    execute("DROP ROLE " + user);
  }

  private void createTablesIn(String path) throws Exception {
    FreightJobs jobs = FreightJobs.builder(JobsDatabases.of(urlOf(path)), client).build();
    CompletableFuture.runAsync(jobs::createTables, callers)
        .get(Eventually.BOUND.toSeconds(), TimeUnit.SECONDS);
  }

  private static String urlOf(String path) {
    return Needs.Part.POSTGRES.url() + "&currentSchema=" + path;
  }

  private long tablesAndIndexesOf(String schema) throws SQLException {
    return number(
        "SELECT COUNT(*) FROM pg_class WHERE relname LIKE 'freight%' AND relnamespace = '"
            + schema
            + "'::regnamespace");
  }
}
