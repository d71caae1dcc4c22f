package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Needs(Needs.Program.POSTGRES)
@Tag("slow") // needs a database server
class StartWhileBookingOnPostgresIT extends StartWhileBookingIT {
  private static final String SCRIPT = "/io/freightsdk/jobs/postgresql/R__freight_jobs.sql";

  @TempDir Path migrations;

  @Override
  String url() {
    JobsDatabases.execute(
        Needs.Program.POSTGRES.urlOrSkip(), "DROP SCHEMA IF EXISTS freight_start CASCADE");
    JobsDatabases.execute(Needs.Program.POSTGRES.urlOrSkip(), "CREATE SCHEMA freight_start");
    return Needs.Program.POSTGRES.urlOrSkip() + "&currentSchema=freight_start";
  }

  @Test
  void changedFlywayScriptLocksNothing() throws Exception {
    migrate("");
    migrate("-- another version\n");
    assertThat(number("SELECT COUNT(*) FROM flyway_schema_history WHERE script LIKE 'R__%'"))
        .isEqualTo(2);
    FreightJobs jobs = builder().build();
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
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

  @Test
  void userWithoutCreatePermissionStartsOnExistingTables() throws Exception {
    String user = "jobs" + UUID.randomUUID().toString().substring(0, 8);
    execute("CREATE ROLE " + user + " LOGIN");
    execute("GRANT USAGE ON SCHEMA freight_start TO " + user);
    execute(
        "GRANT SELECT, INSERT, UPDATE, DELETE ON freight_orders, freight_loads, freight_tasks,"
            + " freight_read_queue TO "
            + user);
    DataSource limited = JobsDatabases.of(url.replace("user=freight", "user=" + user));
    FreightJobs jobs = FreightJobs.builder(limited, client).build();
    jobs.createTables();
    assertThat(jobs.find("PO-open")).isEmpty();
    execute("DROP OWNED BY " + user);
    execute("DROP ROLE " + user);
  }
}
