package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spring.boot.FreightClientCustomizer;
import io.freightsdk.spring.boot.FreightScopes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
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

/** Each property of the page, set, and what it does. */
class PropertiesIT {
  private static InMemoryFreightServer server;
  private static Broker broker;

  /** The headers of each request of the test that runs. */
  private final List<Headers> sent = new ArrayList<>();

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
    table.put("enabled", () -> with("enabled=false", c -> none(c, FreightClient.class)));
    table.put("base-url", () -> refused("base-url=ftp://example.com", "baseUrl is not an http"));
    table.put("agent-key", () -> refused("agent-key=sk secret", "key"));
    table.put(
        "allow-insecure-http",
        () -> {
          refused("base-url=http://example.com", "https");
          with(List.of("base-url=http://example.com", "allow-insecure-http=true"), c -> {});
        });
    table.put("connect-timeout", () -> refused("connect-timeout=0s", "connectTimeout must be"));
    table.put("timeout", () -> refused("timeout=0s", "timeout must be"));
    table.put("deadline", () -> refused("deadline=0s", "deadline must be"));
    table.put(
        "max-concurrent-requests",
        () -> refused("max-concurrent-requests=0", "maxConcurrentRequests"));
    table.put("max-pending-calls", () -> refused("max-pending-calls=0", "maxPendingCalls"));
    table.put(
        "user-agent-suffix",
        () -> sends("user-agent-suffix=my-tms/3.2", h -> h.get("User-Agent"), "my-tms/3.2"));
    table.put("headers", () -> sends("headers.X-Tenant=acme", h -> h.get("X-Tenant"), "acme"));
    table.put("retry.max-attempts", () -> retries("retry.max-attempts=7", 7, false));
    table.put("retry.unknown-reads", () -> retries("retry.unknown-reads=true", 4, true));
    table.put(
        "spend.limits.per-call",
        () -> {
          with(
              "spend.limits.per-call=1.50",
              c ->
                  assertThat(ClientSettings.maxPrice(c.getBean(FreightClient.class)))
                      .isEqualByComparingTo("1.50"));
          refused("spend.limits.per-call=-1", "freight.spend.limits.per-call: expected 0 USD");
        });
    table.put(
        "spend.customer.per-call",
        () -> refused("spend.customer.per-call=1", "set freight.spend.limits.per-call"));
    table.put("tools.limits.per-call", this::toolsHaveNoLimitPerCall);
    for (String cap : List.of("per-hour", "per-day", "total")) {
      table.put("spend.limits." + cap, () -> limit("spend.limits.", cap, this::ofClient));
      table.put("spend.customer." + cap, () -> limit("spend.customer.", cap, this::ofCustomer));
      table.put("tools.limits." + cap, () -> toolsAreBound("tools.limits." + cap));
    }
    table.put("spend.limits.day-zone", () -> zone("spend.limits.", this::ofClient));
    table.put("spend.customer.day-zone", () -> zone("spend.customer.", this::ofCustomer));
    table.put(
        "tools.limits.day-zone", () -> refused("tools.limits.day-zone=Nowhere", "tools.limits"));
    table.put("spend.customers", this::oneCustomerHasLimitsOfItsOwn);
    table.put(
        "spend.jdbc.enabled",
        () -> {
          with("spend.jdbc.enabled=true", c -> assertThat(books()).containsExactly("freight"));
          refused("spend.jdbc.enabled=perhaps", "spend.jdbc.enabled");
        });
    table.put("spend.jdbc.create-tables", this::tablesAreMadeOnAServer);
    table.put(
        "spend.jdbc.book",
        () ->
            with(
                List.of("spend.jdbc.enabled=true", "spend.jdbc.book=acme"),
                c -> assertThat(books()).containsExactly("acme")));
    table.put(
        "positions.enabled",
        () -> {
          with("positions.enabled=true", c -> one(c, "freightPositionCache"));
          with("positions.enabled=false", c -> none(c, PositionCache.class));
        });
    table.put(
        "await-top-up",
        () -> {
          with(
              "await-top-up=5m",
              c ->
                  assertThat(c.getBean(RetryPolicy.class))
                      .isEqualTo(RetryPolicy.builder().awaitTopUp(Duration.ofMinutes(5)).build()));
          refused("await-top-up=-1s", "awaitTopUp must not be negative");
        });
    table.put("tools.enabled", () -> with("tools.enabled=false", c -> none(c, "freightTools")));
    table.put("tools.scope", this::toolsSpendInTheirScope);
    return table;
  }

  /** They are seen in a running application: JobsIT and HealthIT. */
  private static final Set<String> ELSEWHERE =
      Set.of("jobs.budget-per-day", "jobs.enabled", "health.cache", "health.minimum-balance");

  @TestFactory
  Stream<DynamicTest> eachDoesWhatItSays() {
    return table().entrySet().stream()
        .map(row -> DynamicTest.dynamicTest("freight." + row.getKey(), row.getValue()::run));
  }

  @Test
  void theTableAndThePageHaveEveryProperty() throws IOException {
    Set<String> all = new TreeSet<>();
    Matcher names =
        Pattern.compile("\"name\": \"freight\\.([a-z.-]+)\",\\s+\"type\"")
            .matcher(metadata().substring(metadata().indexOf("\"properties\": [")));
    while (names.find()) all.add(names.group(1));
    Set<String> seen = new TreeSet<>(table().keySet());
    seen.addAll(ELSEWHERE);
    assertThat(seen).isEqualTo(all);
    String page = Files.readString(Path.of("../../docs/spring-boot.md"));
    assertThat(all)
        .allMatch(name -> page.contains("." + name.substring(name.lastIndexOf('.') + 1)));
  }

  @Test
  void theDefaultsOfThePageAreThoseOfTheProperties() throws IOException {
    Map<String, String> shown = defaultsOnThePage();
    Pattern property =
        Pattern.compile(
            "\\{[^{}]*\"name\": \"(freight\\.[a-z.-]+)\"[^{}]*\"defaultValue\":"
                + " \"?([^\"{}]*?)\"?\\s*}");
    Matcher found = property.matcher(metadata());
    Set<String> seen = new TreeSet<>();
    while (found.find()) {
      String text =
          found.group(2).replaceAll("^(\\d+)m$", "$1 min").replaceAll("^(\\d+)s$", "$1 s");
      assertThat(shown.get(found.group(1))).as(found.group(1)).isEqualTo(text);
      seen.add(found.group(1));
    }
    assertThat(seen).isNotEmpty();
  }

  /** By the whole name; a row names several by their last parts, and their defaults in order. */
  private static Map<String, String> defaultsOnThePage() throws IOException {
    Map<String, String> defaults = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("../../docs/spring-boot.md"))) {
      if (!line.startsWith("| `freight.")) continue;
      String[] cells = line.split(" *\\| *");
      String[] names = cells[1].replace("`", "").split(", ");
      String[] values = cells[2].replace("`", "").split(", ");
      String first = names[0];
      for (int i = 0; i < names.length && values.length == names.length; i++) {
        String name = i == 0 ? first : first.substring(0, first.lastIndexOf('.')) + names[i];
        defaults.put(name, values[i]);
      }
    }
    return defaults;
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
                FreightClientAutoConfiguration.class,
                FreightSpendAutoConfiguration.class,
                FreightPositionsAutoConfiguration.class,
                FreightToolsAutoConfiguration.class))
        .withBean(DataSource.class, () -> source)
        .withBean(
            FreightClientCustomizer.class,
            () ->
                builder ->
                    builder.httpClient(
                        new OkHttpClient.Builder()
                            .addInterceptor(
                                chain -> {
                                  sent.add(chain.request().headers());
                                  return chain.proceed(chain.request());
                                })
                            .build()))
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
  private void tablesAreMadeOnAServer() throws SQLException {
    source = mock(DataSource.class);
    when(source.getConnection()).thenAnswer(call -> connectionToAServer());
    try {
      refused("positions.enabled=true", "missing or not readable: freight_position");
      refused(
          List.of("positions.enabled=true", "spend.jdbc.create-tables=true"),
          "CREATE TABLE IF NOT EXISTS freight_position");
    } finally {
      source = database;
    }
  }

  private Connection connectionToAServer() throws SQLException {
    Connection connection = spy(database.getConnection());
    DatabaseMetaData facts = spy(connection.getMetaData());
    when(facts.getDatabaseProductName()).thenReturn("PostgreSQL");
    when(connection.getMetaData()).thenReturn(facts);
    return connection;
  }

  private static void none(ApplicationContext context, Class<?> type) {
    assertThat(context.getBeanNamesForType(type)).isEmpty();
  }

  private static void none(ApplicationContext context, String bean) {
    assertThat(context.containsBean(bean)).isFalse();
  }

  private static void one(ApplicationContext context, String bean) {
    assertThat(context.getBean(bean)).isNotNull();
  }

  private void sends(String setting, Function<Headers, String> header, String value) {
    with(
        setting,
        context -> {
          context.getBean(FreightClient.class).getBalance();
          assertThat(sent).first().extracting(header).asString().contains(value);
        });
  }

  private void retries(String setting, int attempts, boolean unknownReads) {
    with(
        setting,
        context -> {
          RetryPolicy policy = context.getBean(RetryPolicy.class);
          assertThat(policy.maxAttempts()).isEqualTo(attempts);
          assertThat(policy.retryUnknownReads()).isEqualTo(unknownReads);
        });
  }

  private List<SpendLimit> ofClient(ApplicationContext context) {
    return SpendScope.client(context.getBean(LedgerGuard.class).limits()).limits();
  }

  private List<SpendLimit> ofCustomer(ApplicationContext context) {
    return context.getBean(FreightScopes.class).of("ACME/7").limits();
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
    refused(prefix + cap + "=-1", "freight." + prefix + cap + ": expected 0 USD or more");
  }

  private void zone(String prefix, Function<ApplicationContext, List<SpendLimit>> limits) {
    with(
        List.of(prefix + "per-day=1.50", prefix + "day-zone=America/Chicago"),
        context ->
            assertThat(limits.apply(context))
                .singleElement()
                .extracting(SpendLimit::description)
                .asString()
                .contains("per day (America/Chicago)"));
  }

  private void oneCustomerHasLimitsOfItsOwn() {
    with(
        List.of("spend.customer.per-day=1.00", "spend.customers[ACME/7].per-day=9.00"),
        context -> {
          FreightScopes scopes = context.getBean(FreightScopes.class);
          assertThat(scopes.of("ACME/7").limits().get(0).capUsd()).isEqualByComparingTo("9");
          assertThat(scopes.of("ACME/8").limits().get(0).capUsd()).isEqualByComparingTo("1");
          assertThat(scopes.of("ACME/7").path()).startsWith("client/customer/");
          assertThatNullPointerException()
              .isThrownBy(() -> scopes.of(null))
              .withMessage("customerId");
        });
  }

  /** A tool of agents is refused by the limit that is set for them. */
  private void toolsAreBound(String cap) {
    with(
        List.of("tools.enabled=true", cap + "=0.10"),
        context -> assertThat(createdByATool(context)).contains("0.10"));
  }

  private void toolsHaveNoLimitPerCall() {
    with(
        List.of("tools.enabled=true", "tools.limits.per-call=0.10"),
        context ->
            assertThatThrownBy(() -> context.getBean("freightTools"))
                .rootCause()
                .hasMessageContaining("freight.tools.limits.per-call")
                .hasMessageContaining("set freight.spend.limits.per-call"));
  }

  private void toolsSpendInTheirScope() {
    with(
        List.of("tools.enabled=true", "tools.limits.per-day=5", "tools.scope=robots"),
        context -> {
          assertThat(createdByATool(context)).contains("LD-");
          assertThat(
                  context
                      .getBean(SpendLedger.class)
                      .totals(SpendFilter.all().scope(SpendScope.of("robots", SpendLimits.none())))
                      .spentUsd())
              .isEqualByComparingTo("0.65");
        });
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
            .call(FreightJson.adapter(CreateLoadInput.class).toJson(load));
  }

  private List<String> books() {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT ledger FROM freight_ledger")) {
      List<String> books = new ArrayList<>();
      while (rows.next()) books.add(rows.getString(1));
      return books;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
