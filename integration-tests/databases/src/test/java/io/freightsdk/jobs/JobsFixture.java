package io.freightsdk.jobs;

import com.zaxxer.hikari.HikariDataSource;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.JdbcProxy;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server, a database and jobs whose time a test controls. Uses H2 unless a subclass overrides it.
 */
abstract class JobsFixture {
  static final Intervals QUICK =
      new Intervals(
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofMillis(20),
          Duration.ofMillis(80));

  /** Executions without heartbeats are detected at every second heartbeat. */
  static final Duration LONGER_THAN_A_DETECTION = QUICK.heartbeat().multipliedBy(3);

  static final CreateLoadInput LOAD = SampleOrders.cincinnatiToSevierville();
  static final CreateLoadInput OTHER = LOAD.toBuilder().rate(BigDecimal.TEN).build();

  @TempDir static Path folder;

  final InMemoryFreightServer server = InMemoryFreightServer.start();
  final Broker broker = server.createBroker("25.00");
  final FreightClient client = clientOf(broker);
  final String url = url();
  final DataSource database = JobsDatabases.pooled(url);

  final Listener listener = new Listener();

  private final List<FreightJobs> running = new ArrayList<>();
  private final List<FreightClient> others = new ArrayList<>();
  final ExecutorService callers = Executors.newFixedThreadPool(4);

  /** The URL of an empty database. */
  String url() {
    return JobsDatabases.h2();
  }

  FreightJobs.Builder builder() {
    return builderOf(client);
  }

  FreightJobs.Builder builderOf(FreightClient payer) {
    return quick(FreightJobs.builder(database, payer));
  }

  /** Adds short intervals, and the clock of the server. */
  FreightJobs.Builder quick(FreightJobs.Builder builder) {
    return builder.listener(listener).intervals(QUICK).clock(server.clock().asClock());
  }

  /**
   * Stores no heartbeat, and stores the first result of a read late, as if the machine was
   * suspended.
   */
  DataSource slowDatabase() {
    AtomicBoolean isFirst = new AtomicBoolean(true);
    return JdbcProxy.dataSource(
        () -> {
          Connection connection = database.getConnection();
          return JdbcProxy.of(
              Connection.class,
              (method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                  String sql = String.valueOf(arguments[0]);
                  if (sql.contains("set last_heartbeat = ?"))
                    throw new SQLException("slow", "08001");
                  if (sql.contains("UPDATE freight_loads") && isFirst.getAndSet(false))
                    Thread.sleep(LONGER_THAN_A_DETECTION.toMillis());
                }
                return JdbcProxy.invoke(connection, method, arguments);
              });
        });
  }

  FreightJobs start(FreightJobs.Builder builder) {
    FreightJobs jobs = builder.build();
    jobs.createTables();
    running.add(jobs);
    jobs.start();
    return jobs;
  }

  @AfterEach
  void close() {
    running.forEach(FreightJobs::close);
    callers.shutdownNow();
    others.forEach(FreightClient::close);
    client.close();
    server.close();
    if (database instanceof HikariDataSource pool) pool.close();
  }

  /** A call of {@code onWaitingEnded}. */
  record Ended(WaitReason waitingFor, long stoppedOrders) {}

  /** A listener that records its calls and can throw. */
  static final class Listener implements JobsListener {
    final Map<String, BookedLoad> booked = new ConcurrentHashMap<>();
    final List<LoadEvent> events = new CopyOnWriteArrayList<>();
    final Set<String> references = ConcurrentHashMap.newKeySet();
    final List<WaitingWork> waiting = new CopyOnWriteArrayList<>();
    final List<Ended> ended = new CopyOnWriteArrayList<>();
    final List<OrderSummary> stopped = new CopyOnWriteArrayList<>();
    final AtomicInteger calls = new AtomicInteger();
    volatile boolean refuses;

    @Override
    public synchronized void onLoadBooked(BookedLoad booking) {
      accept();
      booked.put(booking.reference(), booking);
    }

    @Override
    public synchronized void onEvent(ReportedEvent reported) {
      accept();
      references.add(reported.reference());
      events.add(reported.event());
    }

    @Override
    public void onWaitingStarted(WaitingWork work) {
      waiting.add(work);
    }

    @Override
    public void onWaitingEnded(WaitReason waitingFor, long stoppedOrders) {
      ended.add(new Ended(waitingFor, stoppedOrders));
    }

    @Override
    public synchronized void onOrderStopped(OrderSummary order) {
      accept();
      stopped.add(order);
    }

    private void accept() {
      calls.incrementAndGet();
      if (refuses) throw new IllegalStateException("the listener refuses");
    }

    boolean hasEvent(Class<? extends LoadEvent> event) {
      return events.stream().anyMatch(event::isInstance);
    }

    BookedLoad awaitBooked(String reference) {
      await(() -> booked.containsKey(reference));
      return booked.get(reference);
    }

    void awaitEvent(Class<? extends LoadEvent> event) {
      await(() -> hasEvent(event));
    }

    void awaitCalls(int least) {
      await(() -> calls.get() >= least);
    }

    /** Waits for a state of the received calls. */
    void await(BooleanSupplier condition) {
      Eventually.until(() -> isNow(condition), this::received);
    }

    /** Checks the condition while no listener call is in progress. */
    private synchronized boolean isNow(BooleanSupplier condition) {
      return condition.getAsBoolean();
    }

    private String received() {
      return calls
          + " calls, booked "
          + booked.keySet()
          + ", events "
          + events
          + ", stopped "
          + stopped;
    }
  }

  // --- queries of the tests ---

  /** Waits for a state without a listener call: rows, and requests that arrive at the service. */
  void pollUntil(Eventually.Condition condition) {
    Eventually.until(condition, this::state);
  }

  private String state() {
    return "tasks "
        + tasks()
        + ", loads "
        + loads()
        + ", reads "
        + reads()
        + ", listener: "
        + listener.received();
  }

  private List<String> tasks() {
    List<String> tasks = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT task_name, task_instance, picked, consecutive_failures FROM"
                    + " freight_tasks")) {
      while (row.next()) {
        tasks.add(
            String.format(
                Locale.ROOT,
                "%s %s%s, %d failures",
                row.getString(1),
                row.getString(2),
                row.getBoolean(3) ? " runs" : "",
                row.getInt(4)));
      }
    } catch (SQLException e) {
      tasks.add(e.getMessage());
    }
    return tasks;
  }

  private Broker poor;

  Broker poor() {
    if (poor == null) poor = server.createBroker("0.10");
    return poor;
  }

  FreightJobs.Builder builderOf(Broker payer) {
    FreightClient own = clientOf(payer);
    others.add(own);
    return builderOf(own);
  }

  private FreightClient clientOf(Broker payer) {
    return quickClient().agentKey(payer.agentKey()).build();
  }

  /** Retries almost immediately, because the jobs retry after every pause that they need. */
  FreightClient.Builder quickClient() {
    RetryPolicy quickly = RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build();
    return FreightClient.builder().baseUrl(server.baseUrl()).retryPolicy(quickly);
  }

  BookResult.Result book(FreightJobs jobs, String reference, CreateLoadInput input)
      throws SQLException {
    try (Connection transaction = database.getConnection()) {
      transaction.setAutoCommit(false);
      BookResult.Result result = jobs.book(transaction, reference, input, "acme").result();
      transaction.commit();
      return result;
    }
  }

  /** Waits until the only order has its load and the load is followed. */
  void awaitFollowed() {
    awaitFollowed(1);
  }

  /** Waits until this number of orders have their loads and the loads are followed. */
  void awaitFollowed(int loads) {
    pollUntil(() -> rows("freight-load/jobs") == loads && rows("freight-order/jobs") == 0);
  }

  List<String> loads() {
    return server.loads(100).stream().map(load -> load.loadNumber()).toList();
  }

  long reads() {
    return debits(Operation.GET_LOAD_POSITION);
  }

  long debits(Operation operation) {
    return broker.debits().stream().filter(debit -> operation.equals(debit.operation())).count();
  }

  long creations() {
    return broker.requests().stream().filter(request -> request.idempotencyKey() != null).count();
  }

  /** The maximum number of consecutive failures of an order without a load or of a task. */
  long failures() throws SQLException {
    long attempts =
        number(
            "SELECT COALESCE(MAX(attempts), 0) FROM freight_orders"
                + " WHERE state IN ('WAITING', 'SENDING') AND reason IS NOT NULL");
    long runs = number("SELECT COALESCE(MAX(consecutive_failures), 0) FROM freight_tasks");
    return Math.max(attempts, runs);
  }

  long rows(String task) throws SQLException {
    return number("SELECT COUNT(*) FROM freight_tasks WHERE task_name = '" + task + "'");
  }

  long count(String table) throws SQLException {
    return number("SELECT COUNT(*) FROM " + table);
  }

  long number(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The time of the next read of the only followed load; {@link Instant#MIN} while unknown. */
  Instant nextRead() throws SQLException {
    return time("SELECT next_read_at FROM freight_loads WHERE ended_at IS NULL AND reported");
  }

  /** A time of the first row; {@link Instant#MIN} if there is none. */
  Instant time(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next() || row.getObject(1) == null) return Instant.MIN;
      if (url.startsWith("jdbc:sqlite:")) return Instant.parse(row.getString(1));
      return url.startsWith("jdbc:mariadb:")
          ? row.getObject(1, LocalDateTime.class).toInstant(ZoneOffset.UTC)
          : row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  void execute(String sql) {
    JobsDatabases.execute(url, sql);
  }
}
