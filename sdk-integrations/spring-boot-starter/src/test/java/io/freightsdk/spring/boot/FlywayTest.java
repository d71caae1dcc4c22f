package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendLedger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** Our tables among the migrations of an application, as the page on Spring Boot says. */
class FlywayTest {
  private final JdbcDataSource database = new JdbcDataSource();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(FreightLedgerAutoConfiguration.class, flyway()))
          .withBean(DataSource.class, () -> database)
          .withPropertyValues("spring.flyway.locations=classpath:db/application");

  @Test
  void scriptRunsNextToExistingMigrations() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    application.run(
        context -> assertThat(applied(context.getBean(Flyway.class))).containsExactly("1", "2"));
    ApplicationContextRunner withBooks =
        application.withPropertyValues(
            "spring.flyway.locations=classpath:db/application,classpath:io/freightsdk/spend/ledger/{vendor}",
            "freight.ledger.store=jdbc");
    for (int start = 0; start < 2; start++) {
      withBooks.run(
          context -> {
            assertThat(applied(context.getBean(Flyway.class)))
                .containsExactly("1", "2", "freight ledger");
            assertThat(context.getBean(SpendLedger.class).totals().spentUsd()).isZero();
          });
    }
  }

  @Test
  void nextMigrationFollowsOurScripts(@TempDir Path next) throws Exception {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    String all =
        "spring.flyway.locations=classpath:db/application,classpath:io/freightsdk/spend/ledger/{vendor},"
            + "classpath:io/freightsdk/jobs/{vendor},filesystem:"
            + next;
    String[] ours = {"freight ledger", "freight jobs"};
    application
        .withPropertyValues(all)
        .run(context -> assertThat(applied(context.getBean(Flyway.class))).contains(ours));
    Files.writeString(next.resolve("V3__next.sql"), "CREATE TABLE next_one (id INTEGER);");
    application
        .withPropertyValues(all)
        .run(
            context ->
                assertThat(applied(context.getBean(Flyway.class)))
                    .contains("1", "2", "3")
                    .contains(ours));
  }

  /** The module that Boot 4 moved it to, or its place in Boot 3. */
  private static Class<?> flyway() {
    String name = "FlywayAutoConfiguration";
    String four = "org.springframework.boot.flyway.autoconfigure." + name;
    return ClassUtils.resolveClassName(
        ClassUtils.isPresent(four, null)
            ? four
            : "org.springframework.boot.autoconfigure.flyway." + name,
        null);
  }

  private static String[] applied(Flyway flyway) {
    return Arrays.stream(flyway.info().applied()).map(FlywayTest::named).toArray(String[]::new);
  }

  /** A repeatable migration has no version. */
  private static String named(MigrationInfo one) {
    return one.getVersion() == null ? one.getDescription() : one.getVersion().toString();
  }
}
