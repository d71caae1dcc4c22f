package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.freightsdk.FreightClient;
import io.freightsdk.error.ConfigurationProblem;
import io.freightsdk.error.InvalidOptionException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Each mistake in the properties, and the report that an operator reads. Sentences of builders are
 * asserted in the tests of these builders; here only the property, the option and the remedy count.
 * {@code StartFailuresIT} has the reports of whole applications.
 */
class StartFailuresTest {
  private static final String ADDRESS = "freight.base-url=https://api.example.com";
  private static final String KEY = "freight.agent-key=sk_live_51H8";
  private static final String CHECK_DATABASE =
      "Check the database of spring.datasource.url: that it is running, and what its user may do.";

  /**
   * A mistake.
   *
   * @param beans of the application
   * @param properties next to a good address and key, which they may replace
   * @param expected asserts the report
   */
  private record Mistake(
      Consumer<DefaultListableBeanFactory> beans,
      List<String> properties,
      String property,
      Expectation expected) {
    @Override
    public String toString() {
      return properties + " " + property;
    }
  }

  private interface Expectation {
    void check(String problem, String action, @Nullable ConfigurationProblem wrong);
  }

  private static final List<Mistake> MISTAKES = new ArrayList<>();

  /** A mistake that the starter describes itself. */
  private static void mistake(String properties, String problem, String action) {
    mistake(beans -> {}, properties, problem, action);
  }

  private static void mistake(
      Consumer<DefaultListableBeanFactory> beans,
      String properties,
      String problem,
      String action) {
    add(
        beans,
        properties,
        problem,
        (reported, advised, wrong) -> {
          assertThat(reported).startsWith(problem);
          assertThat(advised).startsWith(action);
        });
  }

  /**
   * A mistake that a builder refuses.
   *
   * @param property that the report names
   * @param option that the builder names
   * @param facts which the report shows
   */
  private static void refused(String properties, String property, String option, String... facts) {
    refused(beans -> {}, properties, property, option, facts);
  }

  private static void refused(
      Consumer<DefaultListableBeanFactory> beans,
      String properties,
      String property,
      @Nullable String option,
      String... facts) {
    add(
        beans,
        properties,
        property,
        (reported, advised, wrong) -> {
          assertThat(wrong).isNotNull();
          assertThat(wrong.option()).isEqualTo(option);
          assertThat(advised).isEqualTo(sentence(wrong.remedy()));
          assertReported(property, wrong, reported, facts);
        });
  }

  /** A mistake that a builder refuses, with another remedy in Spring Boot. */
  private static void translated(
      Consumer<DefaultListableBeanFactory> beans,
      String properties,
      String property,
      @Nullable String option,
      String action,
      String... facts) {
    add(
        beans,
        properties,
        property,
        (reported, advised, wrong) -> {
          assertThat(wrong).isNotNull();
          assertThat(wrong.option()).isEqualTo(option);
          assertThat(advised).isEqualTo(action);
          assertReported(property, wrong, reported, facts);
        });
  }

  private static void assertReported(
      String property, ConfigurationProblem wrong, String reported, String... facts) {
    assertThat(reported).isEqualToNormalizingWhitespace(property + ": " + wrong.problem() + ".");
    for (String fact : facts) assertThat(reported).contains(fact);
  }

  private static String sentence(@Nullable String remedy) {
    assertThat(remedy).isNotBlank();
    return remedy.substring(0, 1).toUpperCase(Locale.ROOT) + remedy.substring(1) + ".";
  }

  private static void add(
      Consumer<DefaultListableBeanFactory> beans,
      String properties,
      String property,
      Expectation expected) {
    List<String> all = properties.isEmpty() ? List.of() : List.of(properties.split(" \\| "));
    MISTAKES.add(new Mistake(beans, all, property, expected));
  }

  static {
    client();
    limits();
    values();
    ledger();
    jobs();
    tools();
  }

  private static void client() {
    refused("freight.base-url=", "freight.base-url", "baseUrl", "blank");
    refused("freight.base-url=ftp://example.com", "freight.base-url", "baseUrl");
    refused("freight.base-url=https://sk_live_51H8@example.com", "freight.base-url", "baseUrl");
    translated(
        beans -> {},
        "freight.base-url=http://freight:8080",
        "freight.base-url",
        "allowInsecureHttp",
        "Use https, or accept that in a FreightClientCustomizer bean: client ->"
            + " client.allowInsecureHttp().",
        "freight");
    refused(
        "freight.base-url=https://${FREIGHT_HOST}", "freight.base-url", "baseUrl", "FREIGHT_HOST");
    refused("freight.agent-key", "freight.agent-key", "agentKey");
    refused("freight.agent-key= ", "freight.agent-key", "agentKey", "blank");
    refused("freight.agent-key=sk secret", "freight.agent-key", "agentKey");
    refused(
        "freight.agent-key=${FREIGHT_AGENT_KEY}",
        "freight.agent-key",
        "agentKey",
        "FREIGHT_AGENT_KEY");
    refused("freight.account= ", "freight.account", "account", "blank");
    refused("freight.account=" + "a".repeat(256), "freight.account", "account", "255", "256");
    refused("freight.account=@tenant@", "freight.account", "account", "tenant");
    refused("freight.attempt-timeout=0s", "freight.attempt-timeout", "attemptTimeout", "PT0S");
    refused("freight.call-timeout=0s", "freight.call-timeout", "callTimeout", "PT0S");
    refused("freight.max-top-up-wait=-1s", "freight.max-top-up-wait", "maxTopUpWait", "PT-1S");
    refused("freight.retry.max-attempts=0", "freight.retry.max-attempts", "maxAttempts", "0");
    refused("freight.max-price=-1", "freight.max-price", "maxPrice", "-1");
  }

  private static void limits() {
    mistake(
        "freight.limits.per-day=",
        "freight.limits.per-day (commandLineArgs) is empty.",
        "Give it a value, or remove it.");
    mistake(
        "freight.limits.customers.ACME/7.per-day=3",
        "freight.limits.customers.ACME/7.per-day (commandLineArgs) is read as the limit of customer"
            + " ACME7.",
        "Put the id in brackets.");
    for (String group : List.of("limits.", "limits.per-customer.", "limits.per-customer-page.")) {
      for (String limit : List.of("per-hour", "per-day", "total")) {
        refused("freight." + group + limit + "=-1", "freight." + group + limit, limit, "-1");
      }
      refused(
          "freight.limits.zone=America/Chicago | freight." + group + "per-month=-1",
          "freight." + group + "per-month",
          "per-month",
          "-1");
    }
    refused(
        "freight.limits.create-load-per-day=-1",
        "freight.limits.create-load-per-day",
        "create-load-per-day",
        "-1");
    refused(
        "freight.limits.alert-threshold=80", "freight.limits.alert-threshold", "threshold", "80");
    for (String group : List.of("per-customer-page", "customers.acme")) {
      mistake(
          "freight.limits." + group + ".zone=America/Chicago",
          "freight.limits." + group + ".zone: has no effect without per-day or per-month.",
          "Set one of them as well, or remove it.");
    }
    for (String group : List.of("limits", "limits.per-customer-page")) {
      mistake(
          "freight." + group + ".per-month=200",
          "freight." + group + ".per-month: is a calendar month, which needs a time zone.",
          "Set freight.limits.zone as well, such as freight.limits.zone=America/Chicago.");
    }
    mistake(
        "freight.limits.zone=America/Chicgo",
        "freight.limits.zone: cannot read \"America/Chicgo\" (",
        "Write a time zone such as America/Chicago.");
    mistake(
        "freight.limits.per-day=${DAY_LIMIT}",
        "freight.limits.per-day is still a placeholder: DAY_LIMIT is not set (",
        "Write an amount in USD such as 20.00.");
  }

  private static void values() {
    mistake("freight.max-price=", "freight.max-price is empty.", "Give it a value, or remove it.");
    mistake(
        "freight.max-price=${most} | most=20 dollars",
        "freight.max-price: cannot read \"20 dollars\" (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.max-price=${MOST:sk_live_51H8}",
        "freight.max-price: cannot read it (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.ledger=jdbc",
        "freight.ledger has a value, but is a group of properties.",
        "Set the properties that you need, or remove it: freight.ledger.store,");
    mistake(
        "freight.retry=4",
        "freight.retry has a value, but is a group of properties.",
        "Set the properties that you need, or remove it: freight.retry.max-attempts.");
    mistake(
        "freight.max-price=1,00 USD",
        "freight.max-price: cannot read \"1,00 USD\" (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.max-price=sk_live_51H8",
        "freight.max-price: cannot read it (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.retry.max-attempts=many",
        "freight.retry.max-attempts: cannot read \"many\" (",
        "Write a whole number such as 4.");
    mistake(
        "freight.jobs.enabled=maybe",
        "freight.jobs.enabled: cannot read \"maybe\" (",
        "Write true or false.");
    mistake(
        "freight.ledger.store=perhaps",
        "freight.ledger.store: cannot read \"perhaps\" (",
        "Write one of memory, file, jdbc.");
    refused(
        "freight.health.minimum-balance=-5",
        "freight.health.minimum-balance",
        "minimum-balance",
        "-5");
  }

  private static void ledger() {
    mistake(
        "freight.ledger.store=file",
        "freight.ledger.file: is not set, although freight.ledger.store is file.",
        "Name one, such as freight.ledger.file=/var/lib/orders/freight.db.");
    mistake(
        "freight.ledger.file=/tmp/freight.db",
        "freight.ledger.file: is set, but the ledger is not in a file.",
        "Set freight.ledger.store=file as well, or remove it.");
    String inFile = "freight.ledger.store=file | freight.ledger.file=";
    refused(beans -> {}, inFile + "/dev/null/freight.db", "freight.ledger.file", null, "/dev/null");
    refused(inFile + "FOLDER/a?b.db", "freight.ledger.file", "path", "a?b.db");
    refused(beans -> {}, inFile + "FOLDER", "freight.ledger.file", null);
    refused(inFile + "~/books/freight.db", "freight.ledger.file", "path", "~");
    refused(inFile + "FOLDER/${TEAM}/x.db", "freight.ledger.file", "path", "TEAM");

    String inDatabase = "freight.jobs.enabled=false | freight.ledger.store=jdbc";
    mistake(
        inDatabase,
        "freight.ledger.store=jdbc needs a DataSource, and there is none.",
        "Add spring-boot-starter-jdbc and set spring.datasource.url, or set freight.ledger.store to"
            + " memory or file.");
    mistake(
        two(),
        inDatabase,
        "freight.ledger.store=jdbc needs one DataSource, and there are several.",
        "Mark one of them as @Primary, define your own SpendLedger bean, or");
    translated(
        one(() -> product("PostgreSQL")),
        inDatabase,
        "freight.ledger.store=jdbc",
        "createTables",
        "Run the script, or set freight.jdbc.initialize-schema=always.",
        "freight_ledger, freight_entry,",
        "io/freightsdk/spend/ledger/postgresql/R__freight_ledger.sql",
        "freight-spend");
    mistake(
        one(StartFailuresTest::database),
        inDatabase + " | freight.jdbc.initialize-schema=never",
        "freight.jdbc.initialize-schema is never, and freight_ledger cannot be read.",
        "Create the tables by a migration, or set embedded or always.");
    // H2 reads so much of the script as to show that it was run.
    translated(
        one(() -> product("PostgreSQL")),
        inDatabase + " | freight.jdbc.initialize-schema=always",
        "freight.ledger.store=jdbc",
        null,
        CHECK_DATABASE,
        "CREATE TABLE IF NOT EXISTS freight_ledger");
    translated(
        one(() -> product("Oracle")),
        inDatabase,
        "freight.ledger.store=jdbc",
        null,
        CHECK_DATABASE,
        "PostgreSQL, MySQL, MariaDB, SQLite",
        "Oracle");
    translated(
        one(StartFailuresTest::unreachable),
        inDatabase,
        "freight.ledger.store=jdbc",
        null,
        CHECK_DATABASE,
        "08001",
        "Connection refused");
    mistake(
        one(StartFailuresTest::unreachable),
        inDatabase + " | spring.datasource.url=jdbc:postgresql://${DB_HOST}/orders",
        "spring.datasource.url is still a placeholder, and freight.ledger.store=jdbc needs the"
            + " database.",
        "Set the variable that it names,");
    refused(
        one(StartFailuresTest::database),
        inDatabase + " | freight.ledger.name=orders of ACME",
        "freight.ledger.name",
        "name",
        "orders of ACME");
    refused(
        one(StartFailuresTest::database),
        inDatabase + " | freight.ledger.name=${TEAM}",
        "freight.ledger.name",
        "name",
        "TEAM");
  }

  private static void jobs() {
    mistake(
        two(),
        "",
        "freight.jobs.enabled=true needs one DataSource, and there are several.",
        "Mark one of them as @Primary, define your own FreightJobs bean, or set"
            + " freight.jobs.enabled=false.");
    mistake(
        one(StartFailuresTest::database)
            .andThen(beans -> beans.registerSingleton("east", other()))
            .andThen(beans -> beans.registerSingleton("west", other())),
        "",
        "freight.jobs.enabled=true needs one FreightClient, and there are several.",
        "Mark one of them as @Primary, define your own FreightJobs bean, or set"
            + " freight.jobs.enabled=false.");
    refused(
        one(StartFailuresTest::database),
        "freight.jobs.name=orders@acme",
        "freight.jobs.name",
        "name",
        "orders@acme");
    refused(
        one(StartFailuresTest::database),
        "freight.jobs.read-budget-per-day=0",
        "freight.jobs.read-budget-per-day",
        "readBudgetPerDay",
        "0");
    refused(
        one(StartFailuresTest::database),
        "freight.jobs.poll-interval=0s",
        "freight.jobs.poll-interval",
        "pollInterval",
        "PT0S");
    mistake(
        one(StartFailuresTest::database),
        "freight.jobs.retention=90m",
        "freight.jobs.retention: must be at least a day, got PT1H30M.",
        "Write a longer time, such as 90d.");
    mistake(
        one(StartFailuresTest::database),
        "freight.jdbc.initialize-schema=never",
        "freight.jdbc.initialize-schema is never, and freight_orders cannot be read.",
        "Create the tables by a migration, or set embedded or always.");
    translated(
        one(() -> product("Oracle")),
        "",
        "freight.jobs.enabled=true",
        null,
        CHECK_DATABASE,
        "PostgreSQL, MySQL, MariaDB, SQLite",
        "Oracle");
    translated(
        one(() -> product("PostgreSQL")),
        "",
        "freight.jobs.enabled=true",
        "createTables",
        "Run the script, or set freight.jdbc.initialize-schema=always.",
        "freight_orders, freight_loads, freight_tasks, freight_read_queue",
        "io/freightsdk/jobs/postgresql/R__freight_jobs.sql",
        "freight-jobs");
    translated(
        one(() -> product("PostgreSQL")),
        "freight.jdbc.initialize-schema=always",
        "freight.jobs.enabled=true",
        null,
        CHECK_DATABASE,
        "CREATE INDEX IF NOT EXISTS freight_orders_state");
  }

  private static void tools() {
    mistake(
        "freight.tools.approval-above=0.50",
        "freight.tools.approval-above: is set, but there are no tools without a limit.",
        "Set freight.tools.limit-per-day as well, or remove it.");
    mistake(
        "freight.tools.expose-over-mcp=true",
        "freight.tools.expose-over-mcp: is true, but there are no tools without a limit.",
        "Set freight.tools.limit-per-day as well, or remove it.");
    refused("freight.tools.limit-per-day=-1", "freight.tools.limit-per-day", "limit-per-day", "-1");
  }

  // --- databases ---

  private interface Database {
    Connection connect() throws SQLException;
  }

  private static Consumer<DefaultListableBeanFactory> one(Database database) {
    return beans ->
        beans.registerSingleton(
            "dataSource",
            new AbstractDataSource() {
              @Override
              public Connection getConnection() throws SQLException {
                return database.connect();
              }

              @Override
              public Connection getConnection(String user, String password) throws SQLException {
                return getConnection();
              }
            });
  }

  private static Consumer<DefaultListableBeanFactory> two() {
    return beans -> {
      beans.registerSingleton("one", new JdbcDataSource());
      beans.registerSingleton("other", new JdbcDataSource());
    };
  }

  private static Connection database() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    return database.getConnection();
  }

  /** An empty database that reports another product. */
  private static Connection product(String name) throws SQLException {
    return DatabaseProduct.named(name, database());
  }

  private static Connection unreachable() throws SQLException {
    throw new SQLException("Connection refused", "08001");
  }

  private static FreightClient other() {
    return FreightClient.builder().baseUrl("http://127.0.0.1:9").agentKey("other").build();
  }

  // --- the tests ---

  static Stream<Mistake> mistakes() {
    return MISTAKES.stream();
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakeIsReportedWithItsPropertyAndRemedy(Mistake mistake) {
    List<String> arguments = new ArrayList<>();
    for (String property : mistake.properties) {
      if (property.contains("=")) arguments.add("--" + property.replace("FOLDER", "" + folder));
    }
    for (String property : List.of(ADDRESS, KEY)) {
      String name = property.substring(0, property.indexOf('='));
      if (mistake.properties.stream().noneMatch(own -> own.startsWith(name))) {
        arguments.add("--" + property);
      }
    }
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    mistake.beans.accept(beans);
    Throwable failure = catchThrowable(() -> Starting.run(beans, arguments.toArray(String[]::new)));
    FailureAnalysis report = new StartFailure.Analyzer().analyze(failure);
    assertThat(report).as("%s", failure).isNotNull();
    mistake.expected.check(report.getDescription(), report.getAction(), wrong(failure));
    assertThat(mistake.property).containsAnyOf("freight.", "spring.datasource.url");
    assertThat(report.getDescription() + report.getAction()).doesNotContain("sk_live_51H8");
  }

  private static @Nullable ConfigurationProblem wrong(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigurationProblem wrong) return wrong;
    }
    return null;
  }

  /** No property can correct it, so the report has no property. */
  @Test
  void problemWithoutOptionIsReportedWithItsRemedy() {
    String fact = "okio on the class path is older than 3.13.0";
    String remedy = "declare com.squareup.okio:okio-jvm:3.13.0 or newer as a direct dependency";
    class OldLibraryException extends IllegalStateException implements ConfigurationProblem {
      private static final long serialVersionUID = 1;

      @Override
      public @Nullable String option() {
        return null;
      }

      @Override
      public String problem() {
        return fact;
      }

      @Override
      public String remedy() {
        return remedy;
      }
    }
    assertThatThrownBy(
            () ->
                StartFailure.orFail(
                    () -> {
                      throw new OldLibraryException();
                    }))
        .isInstanceOf(StartFailure.class)
        .hasMessage(fact + "; " + remedy);
  }

  @Test
  void optionWithoutPropertyIsReportedByItsName() {
    assertThatThrownBy(
            () ->
                StartFailure.orFail(
                    () -> {
                      throw new InvalidOptionException("retryRegistry", "is of another", "pass it");
                    }))
        .isInstanceOf(StartFailure.class)
        .hasMessage("retryRegistry: is of another; pass it");
  }
}
