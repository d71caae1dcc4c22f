package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.jobs.JobsListener;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.ReportedEvent;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.PooledDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdbi.v3.core.result.RowView;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the queries of the operations page in each database, and checks their rows. */
class OperationsPageIT {
  private static final Path PAGE = Pages.ROOT.resolve("docs/operations.md");

  private static final String SQLITE = "SQLITE";

  private static final String ON_POSTGRESQL =
      "CAST\\(l\\.position AS json\\) #>> '\\{gpsTrack,0,(\\w+)}'";

  /** The listener of an application with a bug. */
  private static final JobsListener FAILING_LISTENER =
      new JobsListener() {
        @Override
        public void onOrderStopped(OrderSummary order) {
          throw new IllegalStateException("a bug");
        }

        @Override
        public void onEvent(ReportedEvent reported) {
          throw new IllegalStateException("a bug");
        }
      };

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("databases")
  void queriesReturnTheStateOfOrders(String database) throws Exception {
    checkQueries(
        database.equals(SQLITE) ? file() : EmptyDatabase.valueOf(database).make(),
        database.equals(EmptyDatabase.POSTGRESQL.name())
            ? sql -> sql
            : OperationsPageIT::withJsonExtract);
  }

  @ParameterizedTest
  @MethodSource("databases")
  void jobsListTheRowsOfTheQueryOnWaitingOrders(String database) throws Exception {
    String url = database.equals(SQLITE) ? file() : EmptyDatabase.valueOf(database).make();
    String query = queries().get(5).replace(";", "");
    try (PooledDataSource source = new PooledDataSource(url);
        WaitingForFiveReasons waiting = new WaitingForFiveReasons(source)) {
      List<OrderSummary> listed = waiting.listed();
      List<OrderSummary> queried =
          new Database(source, "this test")
              .withoutTransaction(
                  handle -> handle.createQuery(query).map(OperationsPageIT::summary).list());
      assertThat(queried).hasSize(60).containsExactlyInAnyOrderElementsOf(listed);
      assertThat(listed)
          .extracting(order -> order.state() + " " + order.waitingFor())
          .containsOnly(
              "WAITING BALANCE",
              "WAITING LIMIT",
              "WAITING OUTAGE",
              "WAITING KEY",
              "BOOKED BALANCE");
    }
  }

  private static OrderSummary summary(RowView row) {
    return new OrderSummary(
        row.getColumn("reference", String.class),
        row.getColumn("customer", String.class),
        OrderDetails.State.valueOf(row.getColumn("state", String.class)),
        WaitReason.valueOf(row.getColumn("waiting_for", String.class)),
        row.getColumn("reason", String.class),
        List.of(),
        false,
        row.getColumn("since", Instant.class),
        null,
        row.getColumn("load_number", String.class));
  }

  /**
   * Twelve orders each that wait for a top-up, a limit, the service and a key, and twelve loads of
   * a broker without a balance.
   */
  private static final class WaitingForFiveReasons implements AutoCloseable {
    private static final List<String> CUSTOMERS = List.of("poor", "limited", "down", "keyless");

    private final InMemoryFreightServer server = InMemoryFreightServer.start();
    private final InMemoryFreightServer stopped = InMemoryFreightServer.start();
    private final Broker loaded = server.createBroker("7.80");
    private final Map<String, FreightClient> clients =
        Map.of(
            "poor", client(server.createBroker("0.10")).build(),
            "limited", client(server.createBroker("9.00")).maxPrice("0.10").build(),
            "down", client(stopped.createBroker("9.00")).build(),
            "loaded", client(loaded).build());
    private final FreightJobs jobs;

    WaitingForFiveReasons(PooledDataSource source) throws SQLException {
      stopped.close();
      jobs = FreightJobs.builder(source, clients::get).build();
      jobs.createTables();
      CreateLoadInput input = SnippetRunner.input();
      try (Connection transaction = source.getConnection()) {
        transaction.setAutoCommit(false);
        for (int i = 0; i < 12; i++) {
          for (String customer : CUSTOMERS) {
            BookResult unused = jobs.book(transaction, customer + "/" + i, input, customer);
          }
        }
        transaction.commit();
        transaction.setAutoCommit(true);
      }
      for (int i = 0; i < 12; i++) {
        FreightClient client = clients.get("loaded");
        CreateLoadInput own = input.toBuilder().customerRef("loaded/" + i).build();
        boolean unused = jobs.follow("loaded/" + i, "loaded", client.createLoad(own).loadNumber());
      }
      jobs.start();
      OrderCounts unused = Eventually.until(jobs::counts, WaitingForFiveReasons::allWait);
      jobs.close();
    }

    private static FreightClient.Builder client(Broker broker) {
      return FreightClient.builder().baseUrl(broker.baseUrl()).agentKey(broker.agentKey());
    }

    private static boolean allWait(OrderCounts counts) {
      return counts.waitingFor().stream().mapToLong(all -> all.orders() + all.loads()).sum() == 60;
    }

    /** The waiting rows of the jobs, without what the query does not return. */
    List<OrderSummary> listed() {
      return Stream.of(WaitReason.values())
          .flatMap(reason -> jobs.orders(null, null, reason, null).orders().stream())
          .map(
              order ->
                  new OrderSummary(
                      order.reference(),
                      order.customer(),
                      order.state(),
                      order.waitingFor(),
                      order.reason(),
                      List.of(),
                      false,
                      order.since(),
                      null,
                      order.loadNumber()))
          .toList();
    }

    @Override
    public void close() {
      jobs.close();
      clients.values().forEach(FreightClient::close);
      server.close();
    }
  }

  static Stream<String> databases() {
    return Stream.concat(Stream.of(SQLITE), EmptyDatabase.here().stream().map(Enum::name));
  }

  private String file() throws IOException {
    String settings =
        "?transaction_mode=IMMEDIATE&journal_mode=WAL&busy_timeout=30000&synchronous=FULL";
    assertThat(Files.readString(Pages.ROOT.resolve("docs/jobs/databases.md"))).contains(settings);
    return "jdbc:sqlite:" + folder.resolve("orders.db") + settings;
  }

  /** The query for other databases than PostgreSQL. The page shows this expression, too. */
  private static String withJsonExtract(String sql) {
    return sql.replaceAll(ON_POSTGRESQL, "JSON_EXTRACT(l.position, '\\$.gpsTrack[0].$1')");
  }

  private static void checkQueries(String url, UnaryOperator<String> dialect) throws Exception {
    assertThat(Files.readString(PAGE)).contains("JSON_EXTRACT(l.position, '$.gpsTrack[0].lat')");
    boolean hasJson = !url.startsWith("jdbc:h2:");
    try (PooledDataSource source = new PooledDataSource(url)) {
      List<String> waiting = createOrders(source);
      List<List<Map<String, String>>> found = new ArrayList<>();
      try (Connection connection = source.getConnection()) {
        for (String query : queries()) {
          boolean isSkipped = !hasJson && query.contains("gpsTrack");
          found.add(isSkipped ? List.of() : rows(connection, dialect.apply(query)));
        }
      }
      assertThat(found).hasSize(6);
      assertThat(found.get(0))
          .as("number of orders in each state")
          .extracting(row -> row.get("state") + " " + row.get("waiting_for") + row.get("orders"))
          .containsExactly("BOOKED null1", "STOPPED null1", "WAITING BALANCE1");
      assertThat(found.get(1))
          .as("stopped orders and their reasons")
          .singleElement()
          .satisfies(
              row -> {
                assertThat(row).containsEntry("reference", "acme/PO-1008");
                assertThat(row.get("reason")).contains("driverPhone");
                assertThat(row.get("problems")).contains("driverPhone");
              });
      if (hasJson) {
        assertThat(found.get(2))
            .as("state of an order and position of its truck")
            .singleElement()
            .satisfies(
                row -> {
                  assertThat(row)
                      .containsEntry("state", "BOOKED")
                      .containsKeys("read_at", "seen_at");
                  assertThat(row).containsEntry("status", LoadStatus.AT_PICKUP.toString());
                  assertThat(Double.parseDouble(row.get("lat"))).isBetween(38.9, 39.3);
                  assertThat(Double.parseDouble(row.get("lng"))).isBetween(-84.7, -84.3);
                });
      }
      assertThat(found.get(3))
          .as("orders of the application without a load")
          .extracting(row -> row.get("reference") + " " + row.get("state"))
          .containsExactly("acme/PO-1008 STOPPED", "acme/PO-1009 WAITING", "acme/PO-1010 null");
      assertThat(found.get(4))
          .as("events that the listener has not accepted")
          .extracting(row -> row.get("reference") + " " + row.get("state"))
          .containsExactlyInAnyOrder("acme/PO-1008 STOPPED", "acme/PO-1007 AT_PICKUP");
      assertThat(found.get(5))
          .as("waiting orders and loads, also by the jobs")
          .extracting(
              row -> row.get("reference") + " " + row.get("state") + " " + row.get("waiting_for"))
          .containsExactlyInAnyOrderElementsOf(waiting)
          .containsExactlyInAnyOrder("acme/PO-1009 WAITING BALANCE", "poor/PO-1 BOOKED BALANCE");
      assertThat(found.get(5)).allSatisfy(row -> assertThat(row).containsKey("since"));
    }
  }

  /**
   * Creates four orders: one has a truck at its pickup, one is invalid, one waits for a top-up, and
   * one was never booked. The load of another customer waits, too.
   *
   * @return the waiting rows of the jobs
   */
  private static List<String> createOrders(PooledDataSource source) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start()) {
      Broker broker = server.createBroker("0.70");
      try (FreightClient client =
              FreightClient.builder()
                  .baseUrl(broker.baseUrl())
                  .agentKey(broker.agentKey())
                  .build();
          FreightClient poor =
              FreightClient.builder()
                  .baseUrl(broker.baseUrl())
                  .agentKey(server.createBroker("0.66").agentKey())
                  .build();
          FreightJobs jobs =
              FreightJobs.builder(source, customer -> "poor".equals(customer) ? poor : client)
                  .listener(FAILING_LISTENER)
                  .build()) {
        jobs.createTables();
        CreateLoadInput input = SnippetRunner.input();
        CreateLoadInput first = input.toBuilder().customerRef("acme/PO-1007").build();
        String load = client.createLoad(first).loadNumber();
        server.driver(load).driveUntil(LoadStatus.AT_PICKUP);
        try (Connection transaction = source.getConnection();
            Statement own = transaction.createStatement()) {
          own.execute(
              "CREATE TABLE orders (reference VARCHAR(255) PRIMARY KEY, load_number VARCHAR(64))");
          transaction.setAutoCommit(false);
          own.execute(
              "INSERT INTO orders VALUES ('acme/PO-1007', '"
                  + load
                  + "'), ('acme/PO-1008', NULL), ('acme/PO-1009', NULL), ('acme/PO-1010', NULL)");
          CreateLoadInput wrong = input.toBuilder().driverPhone("+1312").build();
          jobs.book(transaction, "acme/PO-1007", input, "acme");
          jobs.book(transaction, "acme/PO-1008", wrong, "acme");
          jobs.book(transaction, "acme/PO-1009", input, "acme");
          transaction.commit();
          transaction.setAutoCommit(true);
        }
        jobs.follow("poor/PO-1", "poor", poor.createLoad(input).loadNumber());
        jobs.start();
        OrderCounts unused = Eventually.until(jobs::counts, OperationsPageIT::allOrdersWereTried);
        return jobs.orders(null, null, WaitReason.BALANCE, null).orders().stream()
            .map(order -> order.reference() + " " + order.state() + " " + order.waitingFor())
            .toList();
      }
    }
  }

  private static boolean allOrdersWereTried(OrderCounts counts) {
    return counts.waitingFor().size() == 1
        && counts.waitingFor().get(0).orders() == 1
        && counts.waitingFor().get(0).loads() == 1
        && counts.unreported() == 1
        && counts.unreportedEvents() == 1;
  }

  private static List<String> queries() {
    return Snippet.allOf(PAGE).stream()
        .filter(snippet -> snippet.language().equals("sql"))
        .map(Snippet::text)
        .toList();
  }

  private static List<Map<String, String>> rows(Connection connection, String query)
      throws SQLException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        Map<String, String> row = new TreeMap<>();
        for (int i = 1; i <= columns; i++) {
          String name = found.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT);
          String value = found.getString(i);
          if (value != null) row.put(name, value);
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
