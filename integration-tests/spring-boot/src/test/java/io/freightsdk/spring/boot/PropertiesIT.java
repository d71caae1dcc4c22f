package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LimitListener;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.springframework.util.FileSystemUtils;

/** The effect of each property that needs a service, a database or the beans of an application. */
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

  /** The settings and their effects. */
  private Map<String, Check> table() {
    Map<String, Check> table = new TreeMap<>();
    table.put("account", this::theAccountHasAName);
    table.put(
        "max-price",
        () ->
            with(
                "max-price=0.01",
                c ->
                    assertThatThrownBy(
                            () -> c.getBean(FreightClient.class).getLoadPosition("LD-2026-0001"))
                        .isInstanceOfSatisfying(
                            PriceLimitExceededException.class,
                            above ->
                                assertThat(above.maxPriceUsd()).isEqualByComparingTo("0.01"))));
    table.put("retry.max-attempts", this::attempts);
    table.put("limits.alert-threshold", this::listenerIsNotified);
    table.put(
        "ledger.store",
        () -> {
          with("ledger.store=jdbc", c -> assertThat(ledgers()).containsExactly("freight"));
          with("ledger.store=memory", c -> assertThat(tables()).isEmpty());
        });
    table.put(
        "ledger.name",
        () ->
            with(
                List.of("ledger.store=jdbc", "ledger.name=acme"),
                c -> assertThat(ledgers()).containsExactly("acme")));
    table.put("ledger.file", this::aLedgerInAFile);
    table.put("tools.limit-per-day", this::toolsAreBound);
    table.put("tools.approval-above", this::toolsAskAboveAPrice);
    table.put("tools.expose-over-mcp", this::toolsAreOfferedOverMcp);
    return table;
  }

  /** Tested in JobsOfAnApplicationIT, HealthIT, StartFailuresTest and PropertiesTest. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "jobs.auto-startup",
          "jobs.read-budget-per-day",
          "jobs.enabled",
          "jobs.name",
          "jobs.retention",
          "jobs.poll-interval",
          "health.minimum-balance",
          "base-url",
          "agent-key",
          "attempt-timeout",
          "call-timeout",
          "max-top-up-wait",
          "jdbc.initialize-schema",
          "limits.per-hour",
          "limits.per-day",
          "limits.per-month",
          "limits.total",
          "limits.zone",
          "limits.create-load-per-day",
          "limits.customers",
          "limits.per-customer.per-hour",
          "limits.per-customer.per-day",
          "limits.per-customer.per-month",
          "limits.per-customer.total",
          "limits.per-customer.zone",
          "limits.per-customer-page.per-hour",
          "limits.per-customer-page.per-day",
          "limits.per-customer-page.per-month",
          "limits.per-customer-page.total",
          "limits.per-customer-page.zone");

  @TestFactory
  Stream<DynamicTest> eachPropertyHasItsEffect() {
    return table().entrySet().stream()
        .map(row -> DynamicTest.dynamicTest("freight." + row.getKey(), row.getValue()::run));
  }

  @Test
  void tableHasEveryProperty() throws IOException {
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
        .withBean(DataSource.class, () -> database)
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

  // --- what is then so ---

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
  }

  private void listenerIsNotified() {
    List<String> usages = new ArrayList<>();
    LimitListener listener = (use, isExceeded) -> usages.add(isExceeded + " " + use.usedUsd());
    application(List.of("limits.total=1.30", "limits.alert-threshold=0.5"))
        .withBean(LimitListener.class, () -> listener)
        .run(
            context -> {
              FreightClient client = context.getBean(FreightClient.class);
              for (int i = 0; i < 2; i++) client.createLoad(FreightAutoConfigurationIT.load());
              assertThatThrownBy(() -> client.createLoad(FreightAutoConfigurationIT.load()))
                  .isInstanceOf(SpendLimitExceededException.class);
            });
    assertThat(usages).containsExactly("false 0.65", "true 1.30");
  }

  private void aLedgerInAFile() throws IOException {
    Path folder = Files.createTempDirectory("ledger");
    Path file = folder.resolve("freight.db");
    with(
        List.of("ledger.store=file", "ledger.file=" + file),
        context -> assertThat(file).isNotEmptyFile());
    FileSystemUtils.deleteRecursively(folder);
  }

  /** A tool of agents is refused by the limit that is set for them. */
  private void toolsAreBound() {
    with(
        "tools.limit-per-day=0.10",
        context -> assertThat(createdByATool(context)).contains("0.10"));
  }

  /** {@code ToolsOverMcpIT} tests it with an MCP server and Spring AI 2.0. */
  private void toolsAreOfferedOverMcp() {
    with(
        List.of("tools.limit-per-day=5", "tools.expose-over-mcp=true"),
        context ->
            assertThat(context.getBean(FreightProperties.class).tools().exposeOverMcp()).isTrue());
    with("tools.limit-per-day=5", c -> assertThat(c.containsBean("freightMcpTools")).isFalse());
  }

  private void toolsAskAboveAPrice() {
    with(
        List.of("tools.limit-per-day=5", "tools.approval-above=0.10"),
        context -> assertThat(createdByATool(context)).doesNotContain("LD-"));
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
