package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.micrometer.FreightMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Each mistake in the properties, and what the log says instead of a stack trace: what is wrong,
 * with the property, and what to write.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartFailuresIT {
  @Import({
    FreightLedgerAutoConfiguration.class,
    FreightAutoConfiguration.class,
    FreightJobsAutoConfiguration.class,
    FreightToolsAutoConfiguration.class,
    FreightMetricsAutoConfiguration.class,
    FreightHealthAutoConfiguration.class
  })
  static class Application {}

  private static final String ADDRESS = "freight.base-url=https://api.example.com";
  private static final String KEY = "freight.agent-key=sk_live_51H8";

  /**
   * A mistake.
   *
   * @param beans of the application
   * @param properties beside a good address and key, which they may replace
   * @param problem how the description begins
   * @param action how the action begins
   */
  private record Mistake(
      Consumer<GenericApplicationContext> beans,
      List<String> properties,
      String problem,
      String action) {
    @Override
    public String toString() {
      return properties + " " + problem;
    }
  }

  private static final List<Mistake> MISTAKES = new ArrayList<>();

  private static void mistake(String properties, String problem, String action) {
    mistake(beans -> {}, properties, problem, action);
  }

  private static void mistake(
      Consumer<GenericApplicationContext> beans, String properties, String problem, String action) {
    List<String> all = properties.isEmpty() ? List.of() : List.of(properties.split(" \\| "));
    MISTAKES.add(new Mistake(beans, all, problem, action));
  }

  static {
    client();
    limits();
    values();
    ledger();
    positions();
    jobs();
    tools();
    meters();
  }

  private static void client() {
    mistake(
        "freight.base-url",
        "freight.base-url is not set.",
        "Set it, such as https://api.example.com, or set the environment variable"
            + " FREIGHT_BASE_URL.");
    mistake(
        "freight.base-url=",
        "freight.base-url is blank.",
        "Set it, such as https://api.example.com, or remove it for that of the variable"
            + " FREIGHT_BASE_URL.");
    mistake(
        "freight.base-url=ftp://example.com",
        "freight.base-url is not an http or https URL.",
        "Use one such as https://api.example.com.");
    mistake(
        "freight.base-url=https://sk_live_51H8@example.com",
        "freight.base-url must not have a user, a query or a fragment.",
        "Set the key as freight.agent-key.");
    mistake(
        "freight.base-url=http://freight:8080",
        "freight.base-url is plain http to freight: anyone on the network path could read the"
            + " agent key.",
        "Use https, or accept that in a FreightClientCustomizer bean: client ->"
            + " client.allowInsecureHttp().");
    mistake(
        "freight.base-url=https://${FREIGHT_HOST}",
        "freight.base-url is still a placeholder: FREIGHT_HOST is not set.",
        "Set it where this program starts, or write its value in place of it.");
    mistake(
        "freight.agent-key",
        "freight.agent-key is not set.",
        "Set it to the broker's agent key, or set the environment variable FREIGHT_AGENT_KEY.");
    mistake(
        "freight.agent-key= ",
        "freight.agent-key is blank.",
        "Set it to the broker's agent key, or remove it for that of the variable"
            + " FREIGHT_AGENT_KEY.");
    mistake(
        "freight.agent-key=sk_live 51H8",
        "freight.agent-key is longer than 1024 characters, or has a space,",
        "Copy it again without quotes and line ends (the key is not shown here).");
    mistake(
        "freight.agent-key=${FREIGHT_AGENT_KEY}",
        "freight.agent-key is still a placeholder: FREIGHT_AGENT_KEY is not set.",
        "Set it where this program starts, or write its value in place of it.");
    mistake("freight.account= ", "freight.account must not be blank.", "Correct or remove it.");
    mistake(
        "freight.account=" + "a".repeat(256),
        "freight.account must have at most 255 characters, but has 256.",
        "Correct or remove it.");
    mistake(
        "freight.account=@tenant@",
        "freight.account is still a placeholder: tenant is not set.",
        "Set it where this program starts,");
    mistake(
        "freight.attempt-timeout=0s",
        "freight.attempt-timeout must be longer than zero.",
        "Correct or");
    mistake(
        "freight.call-timeout=30d", "freight.call-timeout must be at most 24 days,", "Correct or");
    mistake(
        "freight.max-top-up-wait=-1s", "freight.max-top-up-wait must not be negative,", "Correct");
    mistake("freight.retry.max-attempts=0", "freight.retry.max-attempts must be 1 or", "Correct");
  }

  private static void limits() {
    mistake(
        "freight.limits.per-dya=3",
        "freight.limits.per-dya (commandLineArgs) is no limit.",
        "The limits are per-hour, per-day, per-month, total and zone below freight.limits,");
    mistake(
        "freight.limits.per-day=",
        "freight.limits.per-day (commandLineArgs) is empty.",
        "Give it a value, or remove it.");
    mistake(
        "freight.limits.customers.ACME/7.per-day=3",
        "freight.limits.customers.ACME/7.per-day (commandLineArgs) is read as that of customer"
            + " ACME7.",
        "Put the id in brackets.");
    for (String limit :
        List.of(
            "limits.per-hour", "limits.per-customer.per-day", "limits.per-customer-page.total")) {
      mistake(
          "freight." + limit + "=-1",
          "freight." + limit + ": expected 0 USD or more, got -1.",
          "Correct or remove it.");
    }
    mistake(
        "freight.limits.per-customer-page.zone=America/Chicago",
        "freight.limits.per-customer-page.zone: it is that of per-day and per-month, which are not set.",
        "Set one of them as well, or remove it.");
    mistake(
        "freight.limits.per-customer.per-month=300.00",
        "freight.limits.per-customer.per-month: a calendar month needs a time zone.",
        "Set freight.limits.zone as well, such as freight.limits.zone=America/Chicago.");
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
        "Set those of the group that you need, or remove it: freight.ledger.store,");
    mistake(
        "freight.retry=4",
        "freight.retry has a value, but is a group of properties.",
        "Set those of the group that you need, or remove it: freight.retry.max-attempts.");
    mistake("freight.max-price=-1", "freight.max-price: expected 0 USD or more, got -1.", "Corr");
    mistake(
        "freight.max-price=1,00 USD",
        "freight.max-price: cannot read \"1,00 USD\" (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.max-price=sk_live_51H8",
        "freight.max-price: cannot read it (",
        "Write an amount in USD such as 20.00.");
    mistake(
        "freight.attempt-timeout=soon",
        "freight.attempt-timeout: cannot read \"soon\" (",
        "Write a time such as 30s, 5m or 2h.");
    mistake(
        "freight.retry.max-attempts=many",
        "freight.retry.max-attempts: cannot read \"many\" (",
        "Write a whole number such as 4.");
    mistake(
        "freight.position-cache.enabled=maybe",
        "freight.position-cache.enabled: cannot read \"maybe\" (",
        "Write true or false.");
    mistake(
        "freight.ledger.store=perhaps",
        "freight.ledger.store: cannot read \"perhaps\" (",
        "Write one of memory, file, jdbc.");
    mistake(
        "freight.health.minimum-balance=-5",
        "freight.health.minimum-balance: expected 0 USD or more, got -5.",
        "Correct or remove it.");
  }

  private static void ledger() {
    mistake(
        "freight.ledger.store=file",
        "freight.ledger.file is not set, although freight.ledger.store is file.",
        "Name one, such as freight.ledger.file=/var/lib/orders/freight.db.");
    mistake(
        "freight.ledger.file=/tmp/freight.db",
        "freight.ledger.file is set, but the ledger is not in a file.",
        "Set freight.ledger.store=file as well, or remove it.");
    String inFile = "freight.ledger.store=file | freight.ledger.file=";
    mistake(
        inFile + "/dev/null/freight.db",
        "freight.ledger.file: the folder /dev/null cannot be created or written.",
        "Check its path and permissions.");
    mistake(
        inFile + "FOLDER/a?b.db",
        "freight.ledger.file: expected a file without ?, got FOLDER/a?b.db.",
        "Correct or remove it.");
    mistake(
        inFile + "FOLDER", "freight.ledger.file: FOLDER is a folder.", "Give the path of a file.");
    mistake(inFile + "FOLDER/text.db", "freight.ledger.file: cannot read or write", "Choose");
    mistake(
        inFile + "~/books/freight.db",
        "freight.ledger.file begins with ~, which only a shell replaces",
        "Write the whole path.");
    mistake(
        inFile + "FOLDER/${TEAM}/x.db",
        "freight.ledger.file is still a placeholder: TEAM is not set.",
        "Set it where this program starts,");

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
    mistake(
        one(() -> product("PostgreSQL")),
        inDatabase,
        "freight.ledger.store=jdbc: missing or not readable: freight_ledger, freight_entry,",
        "Run the script io/freightsdk/spend/ledger/postgresql/R__freight_ledger.sql of"
            + " freight-spend, or set freight.ledger.create-tables=true.");
    mistake(
        one(() -> product("Oracle")),
        inDatabase,
        "freight.ledger.store=jdbc: expected a database of PostgreSQL, MySQL, MariaDB, SQLite or"
            + " H2, got Oracle.",
        "Check the database of spring.datasource.url: that it is running,");
    mistake(
        one(StartFailuresIT::unreachable),
        inDatabase,
        "freight.ledger.store=jdbc: cannot read or write (SQL state 08001): Connection refused.",
        "Check the database of spring.datasource.url: that it is running, and what its user may do.");
    mistake(
        one(StartFailuresIT::unreachable),
        inDatabase + " | spring.datasource.url=jdbc:postgresql://${DB_HOST}/orders",
        "spring.datasource.url is still a placeholder, and freight.ledger.store=jdbc needs the"
            + " database.",
        "Set the variable that it names,");
    mistake(
        one(StartFailuresIT::database),
        inDatabase + " | freight.ledger.name=orders of ACME",
        "freight.ledger.name: expected 1 to 64 letters, digits or . _ : @ -, got \"orders of"
            + " ACME\".",
        "Correct or remove it.");
    mistake(
        one(StartFailuresIT::database),
        inDatabase + " | freight.ledger.name=${TEAM}",
        "freight.ledger.name is still a placeholder: TEAM is not set.",
        "Set it where this program starts,");
  }

  private static void positions() {
    String shared = "freight.jobs.enabled=false | freight.position-cache.enabled=true";
    mistake(
        shared,
        "freight.position-cache.enabled=true needs a DataSource, and there is none.",
        "Add spring-boot-starter-jdbc and set spring.datasource.url, or remove the property to"
            + " share positions within each instance only.");
    mistake(two(), shared, "freight.position-cache.enabled=true needs one DataSource,", "Mark one");
    mistake(
        one(() -> product("PostgreSQL")),
        shared,
        "freight.position-cache.enabled=true: missing or not readable: freight_position.",
        "Run the script io/freightsdk/spend/positions/postgresql/R__freight_position.sql of"
            + " freight-spend, or set freight.ledger.create-tables=true.");
    mistake(
        one(() -> product("Oracle")),
        shared,
        "freight.position-cache.enabled=true: expected a database of PostgreSQL,",
        "Check the database");
    mistake(
        one(StartFailuresIT::unreachable),
        shared,
        "freight.position-cache.enabled=true: cannot read or write (SQL state 08001)",
        "Check the database");
    mistake(
        "freight.position-cache.enabled=${SHARED}",
        "freight.position-cache.enabled is still a placeholder: SHARED is not set.",
        "Set it where this program starts,");
  }

  private static void jobs() {
    mistake(
        two(),
        "",
        "freight.jobs.enabled=true needs one DataSource, and there are several.",
        "Mark one of them as @Primary, define your own FreightJobs bean, or set"
            + " freight.jobs.enabled=false.");
    mistake(
        one(StartFailuresIT::database)
            .andThen(beans -> beans.registerBean("east", FreightClient.class, () -> other()))
            .andThen(beans -> beans.registerBean("west", FreightClient.class, () -> other())),
        "",
        "freight.jobs.enabled=true needs one FreightClient, and there are several.",
        "Mark one of them as @Primary, define your own FreightJobs bean, or set"
            + " freight.jobs.enabled=false.");
    mistake(
        one(StartFailuresIT::database),
        "freight.ledger.name=orders@acme",
        "freight.ledger.name is not 1 to 64 letters, digits, '.', '_' or '-': orders@acme.",
        "Correct or remove it.");
    mistake(
        one(StartFailuresIT::database),
        "freight.jobs.read-budget-per-day=0",
        "freight.jobs.read-budget-per-day: expected more than 0 USD, got 0.",
        "Correct or remove it.");
    mistake(
        one(StartFailuresIT::database),
        "freight.jobs.poll-interval=0s",
        "freight.jobs.poll-interval: expected at least a millisecond, got PT0S.",
        "Correct or remove it.");
    mistake(
        one(StartFailuresIT::database),
        "freight.jobs.retention=90m",
        "freight.jobs.retention: expected at least a day, such as 90d, got PT1H30M.",
        "Correct or remove it.");
    mistake(
        one(() -> product("Oracle")),
        "",
        "freight.jobs.enabled=true: expected a database of PostgreSQL, MySQL, MariaDB, SQLite or H2,"
            + " got Oracle.",
        "Check the database of spring.datasource.url");
    mistake(
        one(StartFailuresIT::unreachable),
        "",
        "freight.jobs.enabled=true: cannot read or write (SQL state 08001): Connection refused.",
        "Check the database of spring.datasource.url: that it is running,");
    mistake(
        one(() -> product("PostgreSQL")),
        "",
        "freight.jobs.enabled=true: missing or not readable: freight_orders, freight_loads,"
            + " freight_tasks, freight_read_queue.",
        "Run the script io/freightsdk/jobs/postgresql/R__freight_jobs.sql of freight-jobs, or set"
            + " freight.ledger.create-tables=true.");
    mistake(
        beans -> beans.registerBean(NeedsJobs.class),
        "",
        "freight.jobs.enabled: there is no FreightJobs, because there is no DataSource, spring-jdbc"
            + " is missing, the property is false, FreightJobsAutoConfiguration is excluded, or"
            + " this is a test of a part of the application, such as a @WebMvcTest.",
        "Add spring-boot-starter-jdbc and set spring.datasource.url, remove the property or the"
            + " exclusion, or add a @MockitoBean FreightJobs to the test.");
    mistake(
        "freight.jobs.enabled=${WITH_JOBS}",
        "freight.jobs.enabled is still a placeholder: WITH_JOBS is not set.",
        "Set it where this program starts,");
  }

  private static void tools() {
    mistake(
        "freight.tools.approval-above=0.50",
        "freight.tools.approval-above is set, but there are no tools without a limit.",
        "Set freight.tools.limit-per-day as well, or remove it.");
    mistake(
        "freight.tools.expose-over-mcp=true",
        "freight.tools.expose-over-mcp is true, but there are no tools without a limit.",
        "Set freight.tools.limit-per-day as well, or remove it.");
    mistake(
        "freight.tools.limit-per-day=-1",
        "freight.tools.limit-per-day: expected 0 USD or more, got -1.",
        "Correct or remove it.");
    mistake(
        beans -> beans.registerBean(NeedsTools.class),
        "",
        "freight.tools.limit-per-day is not set, so there are no tools for agents.",
        "Set it to what all agents may spend in a day, such as 5.00.");
    mistake(
        "freight.tools.limit-per-day=${AGENTS_LIMIT}",
        "freight.tools.limit-per-day is still a placeholder: AGENTS_LIMIT is not set.",
        "Set it where this program starts,");
  }

  private static void meters() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    FreightMetrics unused = new FreightMetrics(registry);
    mistake(
        beans -> beans.registerBean(MeterRegistry.class, () -> registry),
        "",
        "freight meters: MeterId{name='freight.charges',",
        "Define a FreightMetrics bean of your own, with tags that no other client there has.");
  }

  record NeedsJobs(FreightJobs jobs) {}

  /** By a field, because a constructor would get an empty list. */
  static class NeedsTools {
    @Autowired List<AgentTool> tools;
  }

  // --- databases ---

  private interface Database {
    Connection connect() throws SQLException;
  }

  private static Consumer<GenericApplicationContext> one(Database database) {
    return beans ->
        beans.registerBean(
            DataSource.class,
            () ->
                new AbstractDataSource() {
                  @Override
                  public Connection getConnection() throws SQLException {
                    return database.connect();
                  }

                  @Override
                  public Connection getConnection(String user, String password)
                      throws SQLException {
                    return getConnection();
                  }
                });
  }

  private static Consumer<GenericApplicationContext> two() {
    return beans -> {
      beans.registerBean("one", DataSource.class, JdbcDataSource::new);
      beans.registerBean("other", DataSource.class, JdbcDataSource::new);
    };
  }

  private static Connection database() throws SQLException {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    return database.getConnection();
  }

  /** An empty one that says that it is of another kind. */
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
  void aMistakeIsSaidWithItsPropertyAndWhatToWrite(Mistake mistake, CapturedOutput log)
      throws IOException {
    Path text = Files.writeString(folder.resolve("text.db"), "This is no database.".repeat(9));
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rw-------"));
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
    String[] all = arguments.toArray(String[]::new);
    assertThatThrownBy(() -> application(mistake.beans).run(all).close())
        .isInstanceOf(RuntimeException.class);
    String said = log.getAll().substring(log.getAll().indexOf("APPLICATION FAILED TO START"));
    assertThat(said.replace("" + folder, "FOLDER"))
        .contains("Description:\n\n" + mistake.problem)
        .contains("Action:\n\n" + mistake.action)
        .doesNotContain("\tat ", "Exception");
    assertThat(mistake.problem).containsAnyOf("freight.", "spring.datasource.url");
    assertThat(log).doesNotContain("sk_live_51H8");
  }

  private static SpringApplicationBuilder application(Consumer<GenericApplicationContext> beans) {
    ApplicationContextInitializer<GenericApplicationContext> register = beans::accept;
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.main.banner-mode=off",
            // No files: each start would look for them in many places.
            "spring.config.location=optional:file:none/")
        .initializers(register);
  }

  /** What no property can change is said with its own advice. */
  @Test
  void aLibraryThatIsTooOldIsSaidWithTheDependencyToAdd() {
    String fact = "okio on the class path is older than 3.13.0";
    String action = "Declare com.squareup.okio:okio-jvm:3.13.0 or newer as a direct dependency";
    assertThatThrownBy(
            () ->
                StartFailure.orFail(
                    () -> {
                      throw new IllegalStateException(fact + ". " + action);
                    }))
        .isInstanceOf(StartFailure.class)
        .hasMessage(fact + "; " + action);
  }

  /** It is no mistake in the properties, and its place in the code is needed. */
  @Test
  void aFaultOfTheApplicationsOwnCodeKeepsItsStackTrace(CapturedOutput log) {
    FreightClientCustomizer faulty =
        client -> {
          throw new IllegalStateException("no such tenant");
        };
    assertThatThrownBy(
            () ->
                application(
                        beans -> beans.registerBean(FreightClientCustomizer.class, () -> faulty))
                    .run("--" + ADDRESS, "--" + KEY)
                    .close())
        .hasRootCauseMessage("no such tenant");
    assertThat(log).doesNotContain("APPLICATION FAILED TO START").contains("\tat ");
  }
}
