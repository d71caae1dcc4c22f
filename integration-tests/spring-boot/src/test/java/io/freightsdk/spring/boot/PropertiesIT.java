package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.positions.PositionCache;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.LimitListener;
import io.freightsdk.spend.SpendLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.FileSystemUtils;

/** Each property of the page, set, and what it does. */
class PropertiesIT {
  private static InMemoryFreightServer server;
  private static Broker broker;

  /** The headers of each request of the test that runs. */
  private final List<Headers> sent = new ArrayList<>();

  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .addInterceptor(
              chain -> {
                sent.add(chain.request().headers());
                return chain.proceed(chain.request());
              })
          .build();

  private final JdbcDataSource database = new JdbcDataSource();

  /** What the application gets: that database, or a server. */
  private DataSource source = database;

  @BeforeAll
  static void start() {
    server = InMemoryFreightServer.start();
    broker = server.createBroker("1000.00");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private interface Check {
    void run() throws Exception;
  }

  /** What to set, and what is then so. Those of a whole application are in other tests. */
  private Map<String, Check> table() {
    Map<String, Check> table = new TreeMap<>();
    table.put("base-url", () -> refused("base-url=ftp://example.com", "baseUrl is not an http"));
    table.put("agent-key", () -> refused("agent-key=sk secret", "key"));
    table.put("account", this::theAccountHasAName);
    table.put(
        "attempt-timeout",
        () -> {
          with(
              "attempt-timeout=30",
              c ->
                  assertThat(c.getBean(FreightProperties.class).attemptTimeout())
                      .as("without a unit, in seconds")
                      .hasSeconds(30));
          refused("attempt-timeout=0s", "attemptTimeout must be");
        });
    table.put("call-timeout", () -> refused("call-timeout=0s", "callTimeout must be"));
    table.put(
        "max-price",
        () -> {
          with(
              "max-price=0.01",
              c ->
                  assertThatThrownBy(
                          () -> c.getBean(FreightClient.class).getLoadPosition("LD-2026-0001"))
                      .isInstanceOfSatisfying(
                          PriceLimitExceededException.class,
                          above -> assertThat(above.maxPriceUsd()).isEqualByComparingTo("0.01")));
          refused("max-price=-1", "max-price: expected 0 USD or more");
        });
    table.put("retry.max-attempts", this::attempts);
    table.put(
        "max-top-up-wait",
        () -> refused("max-top-up-wait=-1s", "maxTopUpWait must not be negative"));
    for (String cap : List.of("per-hour", "per-day", "total")) {
      table.put("limits." + cap, () -> limit("limits.", cap, this::ofClient));
      table.put(
          "limits.per-customer." + cap, () -> limit("limits.per-customer.", cap, this::ofOrders));
      table.put(
          "limits.per-customer-page." + cap,
          () -> limit("limits.per-customer-page.", cap, this::ofPage));
    }
    table.put("limits.per-month", () -> month("limits.", this::ofClient));
    table.put("limits.per-customer.per-month", () -> month("limits.per-customer.", this::ofOrders));
    table.put(
        "limits.per-customer-page.per-month",
        () -> month("limits.per-customer-page.", this::ofPage));
    table.put("limits.create-load-per-day", this::ordersHaveALimitOfTheirOwn);
    table.put("limits.alert-threshold", this::aListenerIsTold);
    table.put("limits.zone", this::oneZoneIsThatOfAll);
    table.put("limits.per-customer.zone", () -> zone("limits.per-customer.", this::ofOrders));
    table.put(
        "limits.per-customer-page.zone", () -> zone("limits.per-customer-page.", this::ofPage));
    table.put("limits.customers", this::oneCustomerHasLimitsOfItsOwn);
    table.put(
        "ledger.store",
        () -> {
          with("ledger.store=jdbc", c -> assertThat(ledgers()).containsExactly("freight"));
          with("ledger.store=memory", c -> assertThat(tables()).isEmpty());
          refused("ledger.store=perhaps", "ledger.store");
        });
    table.put("ledger.create-tables", this::tablesAreMadeOnAServer);
    table.put(
        "ledger.name",
        () ->
            with(
                List.of("ledger.store=jdbc", "ledger.name=acme"),
                c -> assertThat(ledgers()).containsExactly("acme")));
    table.put("ledger.file", this::aLedgerInAFile);
    table.put(
        "position-cache.enabled",
        () -> {
          with("position-cache.enabled=true", c -> one(c, "freightPositionCache"));
          with("position-cache.enabled=false", c -> none(c, PositionCache.class));
          with("position-cache.enabled=off", c -> none(c, PositionCache.class));
        });
    table.put("tools.limit-per-day", this::toolsAreBound);
    table.put("tools.approval-above", this::toolsAskAboveAPrice);
    table.put("tools.expose-over-mcp", this::toolsAreOfferedOverMcp);
    return table;
  }

  /** They are seen in a running application: JobsOfAnApplicationIT and HealthIT. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "jobs.auto-startup",
          "jobs.read-budget-per-day",
          "jobs.enabled",
          "jobs.retention",
          "jobs.poll-interval",
          "health.minimum-balance");

  @TestFactory
  Stream<DynamicTest> eachDoesWhatItSays() {
    return table().entrySet().stream()
        .map(row -> DynamicTest.dynamicTest("freight." + row.getKey(), row.getValue()::run));
  }

  @Test
  void aZoneOfCustomersPrecedesThatOfAll() {
    with(
        List.of(
            "limits.zone=America/Chicago",
            "limits.per-customer.per-day=1.00",
            "limits.per-customer.zone=America/New_York",
            "limits.customers[ACME/7].per-day=9.00",
            "limits.customers[ACME/7].zone=America/Denver"),
        context -> {
          CustomerScopes scopes = context.getBean(CustomerScopes.class);
          assertThat(scopes.orders("ACME/7").limits().get(0).zone())
              .isEqualTo(ZoneId.of("America/Denver"));
          assertThat(scopes.orders("ACME/8").limits().get(0).zone())
              .isEqualTo(ZoneId.of("America/New_York"));
        });
  }

  @Test
  void theTableHasEveryProperty() throws IOException {
    Set<String> all = new TreeSet<>();
    Matcher names =
        Pattern.compile("\"name\": \"freight\\.([a-z.-]+)\",\\s+\"type\"")
            .matcher(metadata().substring(metadata().indexOf("\"properties\": [")));
    while (names.find()) all.add(names.group(1));
    Set<String> seen = new TreeSet<>(table().keySet());
    seen.addAll(ELSEWHERE);
    assertThat(seen).isEqualTo(all);
  }

  private static String metadata() throws IOException {
    String name = "/META-INF/spring-configuration-metadata.json";
    try (InputStream json = PropertiesIT.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(json).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  // --- what is set ---

  private ApplicationContextRunner application(List<String> settings) {
    sent.clear();
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                FreightAutoConfiguration.class,
                FreightLedgerAutoConfiguration.class,
                FreightToolsAutoConfiguration.class))
        .withBean(DataSource.class, () -> source)
        .withBean(FreightClientCustomizer.class, () -> builder -> builder.httpClient(http))
        .withPropertyValues(
            "freight.base-url=" + server.baseUrl(), "freight.agent-key=" + broker.agentKey())
        .withPropertyValues(settings.stream().map(s -> "freight." + s).toArray(String[]::new));
  }

  private void with(String setting, Consumer<ApplicationContext> then) {
    with(List.of(setting), then);
  }

  private void with(List<String> settings, Consumer<ApplicationContext> then) {
    application(settings)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              then.accept(context);
            });
  }

  private void refused(String setting, String message) {
    refused(List.of(setting), message);
  }

  private void refused(List<String> settings, String message) {
    application(settings)
        .run(
            context -> {
              Throwable failure = context.getStartupFailure();
              assertThat(failure).as("%s is refused", settings).isNotNull();
              assertThat(chain(failure)).contains(message);
            });
  }

  private static String chain(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure + (cause == null ? "" : "\n" + chain(cause));
  }

  // --- what is then so ---

  /** Of which H2 knows so much as to say what was asked of it. */
  private void tablesAreMadeOnAServer() {
    source =
        new DelegatingDataSource(database) {
          @Override
          public Connection getConnection() throws SQLException {
            return DatabaseProduct.named("PostgreSQL", super.getConnection());
          }
        };
    try {
      refused("position-cache.enabled=true", "missing or not readable: freight_position");
      refused(
          List.of("position-cache.enabled=true", "ledger.create-tables=true"),
          "CREATE TABLE IF NOT EXISTS freight_position");
    } finally {
      source = database;
    }
  }

  private static void none(ApplicationContext context, Class<?> type) {
    assertThat(context.getBeanNamesForType(type)).isEmpty();
  }

  private static void one(ApplicationContext context, String bean) {
    assertThat(context.getBean(bean)).isNotNull();
  }

  private List<SpendLimit> ofClient(ApplicationContext context) {
    return context.getBean(LedgerGuard.class).limits();
  }

  private List<SpendLimit> ofOrders(ApplicationContext context) {
    return context.getBean(CustomerScopes.class).orders("ACME/7").limits();
  }

  private List<SpendLimit> ofPage(ApplicationContext context) {
    return context.getBean(CustomerScopes.class).page("ACME/7").limits();
  }

  /** With a name all keys are of one account. */
  private void theAccountHasAName() {
    List<String> accounts = new ArrayList<>();
    for (String key : List.of(broker.newKey(), broker.newKey())) {
      for (String account : new String[] {"account=acme", "account=zenith", "attempt-timeout=9s"}) {
        with(
            List.of("agent-key=" + key, account),
            context -> accounts.add(context.getBean(FreightClient.class).accountId()));
      }
    }
    assertThat(accounts.subList(3, 5)).isEqualTo(accounts.subList(0, 2));
    assertThat(accounts)
        .as("two names and two keys")
        .satisfies(all -> assertThat(new HashSet<>(all)).hasSize(4));
    refused("account= ", "account");
    refused("account=" + "a".repeat(256), "account must have at most 255 characters");
  }

  private void attempts() {
    with(
        "retry.max-attempts=1",
        context -> {
          broker.faults().next(Operation.GET_BALANCE, Fault.status(503));
          assertThatThrownBy(() -> context.getBean(FreightClient.class).getBalance())
              .isInstanceOf(FreightException.class);
          assertThat(sent).hasSize(1);
        });
    refused("retry.max-attempts=0", "maxAttempts");
  }

  private void limit(
      String prefix, String cap, Function<ApplicationContext, List<SpendLimit>> limits) {
    Map<String, String> spans =
        Map.of(
            "per-hour", "per 1 hour",
            "per-day", "per 24 hours",
            "total", "in total");
    with(
        prefix + cap + "=1.50",
        context ->
            assertThat(limits.apply(context))
                .singleElement()
                .extracting(SpendLimit::description)
                .asString()
                .startsWith("1.50 USD " + spans.get(cap)));
    refused(prefix + cap + "=-1", cap + ": expected 0 USD or more");
    refused(prefix + cap + "=-1", "'freight." + prefix.substring(0, prefix.length() - 1) + "'");
  }

  private void zone(String prefix, Function<ApplicationContext, List<SpendLimit>> limits) {
    with(
        List.of(prefix + "per-day=1.50", prefix + "zone=America/Chicago"),
        context ->
            assertThat(limits.apply(context))
                .singleElement()
                .extracting(SpendLimit::description)
                .asString()
                .contains("per day (America/Chicago)"));
  }

  private void month(String prefix, Function<ApplicationContext, List<SpendLimit>> limits) {
    with(
        List.of(prefix + "per-month=200", "limits.zone=America/Chicago"),
        context ->
            assertThat(limits.apply(context))
                .singleElement()
                .extracting(SpendLimit::description)
                .asString()
                .startsWith("200.00 USD per month (America/Chicago)"));
    refused(prefix + "per-month=200", "per-month: a calendar month needs a time zone");
    refused(prefix + "per-month=200", "freight.limits.zone=America/Chicago");
    refused(
        List.of(prefix + "per-month=-1", "limits.zone=America/Chicago"),
        "per-month: expected 0 USD or more");
  }

  private void ordersHaveALimitOfTheirOwn() {
    with(
        List.of("limits.per-day=50", "limits.create-load-per-day=40"),
        context ->
            assertThat(ofClient(context))
                .extracting(SpendLimit::description)
                .containsExactly(
                    "50.00 USD per 24 hours for scope client",
                    "40.00 USD per 24 hours of createLoad for scope client"));
    refused("limits.create-load-per-day=-1", "create-load-per-day: expected 0 USD or more");
  }

  private void aListenerIsTold() {
    List<String> told = new ArrayList<>();
    LimitListener listener = (use, isFull) -> told.add(isFull + " " + use.usedUsd());
    application(List.of("limits.total=1.30", "limits.alert-threshold=0.5"))
        .withBean(LimitListener.class, () -> listener)
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              for (int i = 0; i < 2; i++) client.createLoad(FreightAutoConfigurationIT.load());
              assertThatThrownBy(() -> client.createLoad(FreightAutoConfigurationIT.load()))
                  .isInstanceOf(SpendLimitExceededException.class);
            });
    assertThat(told).containsExactly("false 0.65", "true 1.30");
    refused("limits.alert-threshold=80", "alert-threshold: expected more than 0 and at most 1");
  }

  private void oneZoneIsThatOfAll() {
    with(
        List.of(
            "limits.zone=America/Chicago",
            "limits.per-day=1",
            "limits.per-customer-page.per-day=1"),
        context ->
            assertThat(ofClient(context).get(0).zone())
                .isEqualTo(ofPage(context).get(0).zone())
                .isEqualTo(ZoneId.of("America/Chicago")));
    refused("limits.zone=America/Chicgo", "limits.zone");
    refused(
        "limits.customers.ACME.zone=America/Chicago", "zone: it is that of per-day and per-month");
  }

  private void oneCustomerHasLimitsOfItsOwn() {
    with(
        List.of(
            "limits.per-customer.per-day=1.00",
            "limits.customers[ACME/7].per-day=9.00",
            "limits.per-customer-page.per-day=0.50"),
        context -> {
          CustomerScopes scopes = context.getBean(CustomerScopes.class);
          assertThat(scopes.orders("ACME/7").limits().get(0).capUsd()).isEqualByComparingTo("9");
          assertThat(scopes.orders("ACME/8").limits().get(0).capUsd()).isEqualByComparingTo("1");
          assertThat(scopes.page("ACME/7").limits().get(0).capUsd()).isEqualByComparingTo("0.50");
          assertThat(scopes.orders("ACME/7")).hasToString("client/customer/ACME/7/orders");
          assertThat(scopes.page("ACME/7")).hasToString("client/customer/ACME/7/page");
          assertThatNullPointerException()
              .isThrownBy(() -> scopes.orders(null))
              .withMessage("customerId");
        });
  }

  private void aLedgerInAFile() throws IOException {
    Path folder = Files.createTempDirectory("ledger");
    Path file = folder.resolve("freight.db");
    with(
        List.of("ledger.store=file", "ledger.file=" + file),
        context -> assertThat(file).isNotEmptyFile());
    refused("ledger.store=file", "freight.ledger.file=");
    refused("ledger.file=" + file, "freight.ledger.store=file");
    FileSystemUtils.deleteRecursively(folder);
  }

  /** A tool of agents is refused by the limit that is set for them. */
  private void toolsAreBound() {
    with(
        "tools.limit-per-day=0.10",
        context -> assertThat(createdByATool(context)).contains("0.10"));
    refused("tools.limit-per-day=-1", "limit-per-day: expected 0 USD or more");
  }

  /** What it does beside an MCP server is in {@code ToolsOverMcpIT}, with Spring AI 2.0. */
  private void toolsAreOfferedOverMcp() {
    with(
        List.of("tools.limit-per-day=5", "tools.expose-over-mcp=true"),
        context ->
            assertThat(context.getBean(FreightProperties.class).tools().exposeOverMcp()).isTrue());
    with("tools.limit-per-day=5", c -> assertThat(c.containsBean("freightMcpTools")).isFalse());
    refused("tools.expose-over-mcp=true", "freight.tools.limit-per-day");
  }

  private void toolsAskAboveAPrice() {
    with(
        List.of("tools.limit-per-day=5", "tools.approval-above=0.10"),
        context -> assertThat(createdByATool(context)).doesNotContain("LD-"));
    refused("tools.approval-above=0.10", "freight.tools.limit-per-day");
  }

  @SuppressWarnings("unchecked") // A bean of that type.
  private static String createdByATool(ApplicationContext context) {
    CreateLoadInput load =
        FreightAutoConfigurationIT.load().toBuilder().customerRef("by a tool").build();
    return ((List<AgentTool>) context.getBean("freightTools"))
        .stream()
            .filter(tool -> tool.name().equals("create_load"))
            .findFirst()
            .orElseThrow()
            .invoke(FreightJson.adapter(CreateLoadInput.class).toJson(load), null)
            .json();
  }

  private List<String> ledgers() {
    return texts("SELECT ledger FROM freight_ledger");
  }

  private List<String> tables() {
    return texts("SELECT table_name FROM information_schema.tables WHERE table_schema = 'PUBLIC'");
  }

  private List<String> texts(String query) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) texts.add(rows.getString(1));
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
