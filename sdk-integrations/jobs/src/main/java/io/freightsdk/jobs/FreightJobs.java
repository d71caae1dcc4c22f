package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.internal.jobs.rows.JobRows;
import io.freightsdk.internal.jobs.rows.Orders;
import io.freightsdk.internal.jobs.rows.ReadPace;
import io.freightsdk.internal.jobs.rows.SummaryRows;
import io.freightsdk.internal.jobs.rules.EventsBetween;
import io.freightsdk.internal.jobs.rules.GpsTrack;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.jobs.rules.Order;
import io.freightsdk.internal.jobs.tasks.FailureLog;
import io.freightsdk.internal.jobs.tasks.JobsContext;
import io.freightsdk.internal.jobs.tasks.JobsScheduler;
import io.freightsdk.internal.jobs.tasks.ListenerCalls;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.internal.text.Placeholder;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.positions.PositionSnapshot;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Background jobs that create a load for each stored order and follow the loads, in any number of
 * instances on one database.
 *
 * <ul>
 *   <li>A stored order becomes one load, or it stops and {@link #stoppedOrders} returns it.
 *   <li>The order's row in {@code freight_orders} has its state. The load's row in {@code
 *       freight_loads} has its latest position.
 *   <li>One instance at a time follows a load, until the load has ended.
 *   <li>The listener gets each event at least once, also after a crash.
 * </ul>
 *
 * <pre>{@code
 * FreightJobs jobs = FreightJobs.builder(dataSource, client).listener(listener).build();
 * jobs.start();
 *
 * jobs.book(transaction, "acme/PO-1007", input, "acme");   // with your INSERT of the order
 * }</pre>
 *
 * <p>Uses db-scheduler with the table {@code freight_tasks} and its own threads. Supports
 * PostgreSQL, MySQL, MariaDB, SQLite and H2. Safe for concurrent use. Methods throw {@link
 * JobsDatabaseException} if the database fails.
 */
public final class FreightJobs implements AutoCloseable {
  private static final Tables.Script SCRIPT =
      new Tables.Script(
          "io/freightsdk/jobs/%s/R__freight_jobs.sql",
          path -> FreightJobs.class.getResourceAsStream("/" + path),
          "freight-jobs",
          "FreightJobs.createTables()");
  private static final int MAX_LISTED = 1_000;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Database database;
  private final Tables tables;
  private final JobRows rows;
  private final Orders orders;
  private final JobsContext context;
  private final int threads;
  private final Supplier<@Nullable Connection> transaction;

  /** Null while not started; guarded by this. */
  private @Nullable JobsScheduler scheduler;

  private FreightJobs(Builder builder) {
    this.database = new Database(builder.dataSource, "freight jobs");
    this.tables = new Tables(database, SCRIPT);
    this.rows = orFail(() -> JobRows.of(builder.name, database));
    // A database may round up a time with more digits, and the order would be due later than now.
    Clock clock = Clock.tick(builder.clock, Duration.ofMillis(1));
    this.orders = new Orders(rows, clock);
    this.threads = builder.threads;
    this.transaction = builder.transaction;
    BigDecimal budget = builder.readBudgetPerDay;
    FailureLog failures = new FailureLog();
    this.context =
        new JobsContext(
            builder.clients,
            builder.scopes,
            new ListenerCalls(builder.listener, failures, threads),
            failures,
            budget == null ? null : new ReadPace(database, builder.name, budget),
            builder.intervals,
            clock);
    if (!database.dialect().isServer()) createTables();
  }

  /**
   * Creates a builder for one broker account.
   *
   * @param dataSource the database for orders and loads. Its pool needs at least three connections
   * @param client the client that creates and reads loads. Closing the jobs does not close it
   */
  public static Builder builder(DataSource dataSource, FreightClient client) {
    Objects.requireNonNull(client, "client");
    return new Builder(dataSource, customer -> client);
  }

  /**
   * Creates a builder for customers with their own agent keys.
   *
   * @param clients returns the client of an order's customer, and for null the client of orders
   *     without a customer. It is called for each attempt and each read, so return an existing
   *     client. If it returns null or throws, only this customer's orders and loads wait for {@link
   *     WaitReason#KEY}
   */
  public static Builder builder(
      DataSource dataSource, Function<@Nullable String, @Nullable FreightClient> clients) {
    return new Builder(dataSource, clients);
  }

  /**
   * Creates missing tables. On SQLite and H2, {@link Builder#build} creates them. On a database
   * server, call this method once, or run the script {@code
   * io/freightsdk/jobs/<database>/R__freight_jobs.sql} from the jar.
   *
   * @throws JobsDatabaseException if they cannot be created, or if an existing table lacks a column
   */
  public void createTables() {
    orFail(
        () -> {
          tables.create();
          return true;
        });
  }

  /**
   * Starts to process due orders and loads. You can start again after {@link #close}. An instance
   * that only books orders need not start. A changed read budget applies to all loads of all
   * instances. The threads keep the program running until the jobs are closed, even if {@code main}
   * has returned or failed.
   *
   * @throws JobsDatabaseException if a table or column is missing
   */
  public synchronized void start() {
    if (scheduler != null) return;
    scheduler =
        orFail(
            () -> {
              tables.require();
              return new JobsScheduler(rows, context, threads);
            });
  }

  /**
   * Stops the processing. Waits at most 10 seconds for running tasks, then interrupts them and
   * waits at most 10 more seconds. Another instance continues interrupted tasks, or this instance
   * after {@link #start}. You can still book orders. Does not close the data source or a client.
   */
  @Override
  public synchronized void close() {
    if (scheduler == null) return;
    scheduler.close();
    scheduler = null;
  }

  // --- orders ---

  /**
   * Stores an order in your transaction. The load is created after the commit, and never after a
   * rollback.
   *
   * <ul>
   *   <li>If you book an order again while it waits, the new content replaces the old content.
   *   <li>If the order already has its load, nothing is stored, and the result has the load's
   *       number.
   *   <li>If two transactions book one order concurrently, the second waits for the first. The
   *       other changes of both transactions are kept.
   * </ul>
   *
   * @param reference the reference of the order, sent as {@code customerRef}. It identifies one
   *     load forever, in your whole broker account
   * @param customer the customer of the order, passed to {@link Builder#scopes}; null if it has
   *     none
   * @throws IllegalStateException if the connection is not in a transaction
   * @throws IllegalArgumentException if the input has another {@code customerRef}, or if the
   *     reference or customer is blank, has leading or trailing spaces, or is longer than 255
   *     characters
   */
  public BookResult book(
      Connection transaction, String reference, CreateLoadInput input, @Nullable String customer)
      throws SQLException {
    requireReference(reference);
    if (customer != null) requireText(customer, "customer", "pass the customer's id, or null");
    if (transaction.getAutoCommit()) {
      throw new IllegalStateException(
          "book: the connection for "
              + reference
              + " has no transaction, because it commits each statement; call setAutoCommit(false),"
              + " book and store your own rows, then commit");
    }
    CreateLoadInput sent = withReference(input, reference);
    return database.on(transaction, handle -> orders.book(handle, reference, customer, sent));
  }

  /**
   * {@link #book(Connection, String, CreateLoadInput, String)} in the transaction that is active on
   * this thread, see {@link Builder#transaction}.
   *
   * @throws IllegalStateException if no transaction is active
   */
  public BookResult book(String reference, CreateLoadInput input, @Nullable String customer) {
    Connection active = transaction.get();
    if (active == null) {
      throw new IllegalStateException(
          "book: no transaction of the jobs' database is active for "
              + reference
              + "; book it in the transaction that stores the order");
    }
    try {
      return book(active, reference, input, customer);
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  private static CreateLoadInput withReference(CreateLoadInput input, String reference) {
    String other = input.customerRef();
    if (other != null && !other.equals(reference)) {
      throw new IllegalArgumentException(
          "book: the input of "
              + reference
              + " has the customerRef "
              + other
              + "; remove it, because the reference is sent");
    }
    return input.toBuilder().customerRef(reference).build();
  }

  /**
   * Withdraws an order in your transaction, so that it is not sent. Nothing changes while the order
   * is being sent, or while it is sent again because an attempt may have created its load. A
   * stopped order is always withdrawn. {@link WithdrawResult#mayHaveLoad} states whether a load may
   * exist.
   */
  public WithdrawResult withdraw(Connection transaction, String reference) throws SQLException {
    requireReference(reference);
    return database.on(transaction, handle -> orders.withdraw(handle, reference));
  }

  /**
   * {@link #withdraw(Connection, String)} in the transaction that is active on this thread, or in a
   * new one.
   */
  public WithdrawResult withdraw(String reference) {
    requireReference(reference);
    return write(handle -> orders.withdraw(handle, reference));
  }

  /**
   * Sends a stopped order again with the same content; a waiting order is not changed. If its last
   * attempt may have created a load, the idempotency key stays the same. Uses the transaction that
   * is active on this thread, or a new one.
   *
   * @return whether the order was stopped; otherwise nothing changes
   * @throws IllegalStateException if the service rejected fields of the order. Book it again with
   *     other content
   */
  public boolean retry(String reference) {
    requireReference(reference);
    return write(handle -> orders.retry(handle, reference));
  }

  /**
   * Sends all stopped orders again, except orders with rejected fields. Use it after you have fixed
   * a common cause, such as a firewall rule.
   *
   * @return the number of orders that are sent again
   */
  public int retryStopped() {
    return write(orders::retryStopped);
  }

  /** Returns an order; empty if it was never stored or is purged. */
  public Optional<OrderDetails> find(String reference) {
    requireReference(reference);
    return read(handle -> rows.orders().find(handle, reference)).map(Order::toDetails);
  }

  /**
   * Returns a page of at most 100 orders, the newest first. Loads that are followed without an
   * order are listed, too.
   *
   * @param customer the customer of the orders; null for all customers
   * @param state the state of the orders; null for all states
   * @param waitingFor the reason for which the orders or their loads wait; null for all orders,
   *     waiting or not
   * @param cursor the {@link OrderPage#nextCursor} of the previous page; null for the first page
   * @throws IllegalArgumentException if the cursor is not from an {@link OrderPage}
   */
  public OrderPage orders(
      @Nullable String customer,
      OrderDetails.@Nullable State state,
      @Nullable WaitReason waitingFor,
      @Nullable String cursor) {
    SummaryRows.Filter filter = new SummaryRows.Filter(customer, state, waitingFor);
    return read(handle -> rows.summaries().page(handle, filter, cursor));
  }

  /** Returns the stopped orders, at most 1,000. They are not sent until you book or retry them. */
  public List<OrderSummary> stoppedOrders() {
    return read(handle -> rows.orders().stopped(handle, MAX_LISTED)).stream()
        .map(Order::toStoppedSummary)
        .toList();
  }

  /**
   * Returns the numbers of orders and loads that wait, have stopped, or are not reported yet. Fast
   * enough for a metric.
   */
  public OrderCounts counts() {
    return read(rows.summaries()::counts);
  }

  // --- loads ---

  /**
   * Starts or resumes following a load that was created without these jobs, given up, or
   * unfollowed. Uses the transaction that is active on this thread, or a new one.
   *
   * @param reference the reference for its events and its position, usually the reference of its
   *     order
   * @param customer the customer of the load, passed to {@link Builder#scopes}; null if it has none
   * @return false if the load is already followed or has ended
   * @throws IllegalArgumentException if the customer has no client
   * @throws IllegalStateException if the order with this reference may still get its own load.
   *     {@link #withdraw(String)} it first
   */
  public boolean follow(String reference, @Nullable String customer, String loadNumber) {
    requireReference(reference);
    if (customer != null) requireText(customer, "customer", "pass the customer's id, or null");
    requireText(loadNumber, "loadNumber", "pass the number that the service returned");
    String account = context.account(customer);
    return write(handle -> orders.follow(handle, reference, customer, loadNumber, account));
  }

  /**
   * Stops following a load, for example because its order was cancelled. No further read starts,
   * and no further event is reported, except an event that the listener is processing. The load's
   * row stays until {@link #purge}. {@link #follow} resumes it. Uses the transaction that is active
   * on this thread, or a new one.
   *
   * @return whether the load was followed; false if no load has this reference, or if following had
   *     already ended
   * @throws IllegalStateException if the order has no load yet. {@link #withdraw(String)} it
   *     instead
   */
  public boolean unfollow(String reference) {
    requireReference(reference);
    return write(handle -> orders.unfollow(handle, reference));
  }

  /**
   * Returns the latest stored position of a load that is or was followed. Sends nothing and is
   * free. Empty before the first read and after a purge. Of the GPS track, it has only the latest
   * fix.
   */
  public Optional<PositionSnapshot> latestPosition(String reference) {
    requireReference(reference);
    return read(handle -> rows.loads().find(handle, reference))
        .map(row -> row.load().news().latest())
        .map(GpsTrack::withLatestFixOnly);
  }

  /**
   * Returns the events between two positions of one load, as the jobs compute them. GPS fixes and
   * the ETA are first, then the events at stops in the order in which they happened. Empty if
   * nothing changed. Use it if you read positions without the jobs and keep the last position.
   * Never returns {@link LoadEvent.FollowingGivenUp}. Sends nothing, and needs no database.
   *
   * @param followedFrom when you created this load or first read it. {@link
   *     LoadEvent.DriverNotJoined} depends on it
   * @param before the earlier position; null to get all events since the load was created
   * @throws IllegalArgumentException if the positions are of different loads
   */
  public static List<LoadEvent> eventsBetween(
      Instant followedFrom, @Nullable PositionSnapshot before, PositionSnapshot after) {
    return EventsBetween.of(followedFrom, before, after);
  }

  /**
   * Returns the link with which the driver joins the load of an order, so that you can send it
   * again. Treat it as a secret. Empty if the order has no load yet, if an existing load has no
   * link, or if the load is followed without an order.
   */
  public Optional<String> driverLink(String reference) {
    requireReference(reference);
    return read(handle -> rows.orders().find(handle, reference))
        .map(order -> order.load)
        .map(BookedLoad::driverWebLink);
  }

  /**
   * Deletes orders and loads that are finished and have not changed for this time. Finished loads
   * have ended or were unfollowed. Finished orders were withdrawn, have stopped, or their load has
   * ended. Orders and loads that the listener has not accepted yet stay.
   *
   * @return the number of deleted orders and loads
   */
  public int purge(Duration unchangedFor) {
    Instant before = context.clock().instant().minus(unchangedFor);
    return write(handle -> rows.purge(handle, before));
  }

  private <T> T write(Function<Handle, T> work) {
    Connection active = transaction.get();
    return active == null ? orFail(() -> database.inTransaction(work)) : joining(active, work);
  }

  private <T> T read(Function<Handle, T> work) {
    Connection active = transaction.get();
    return active == null ? orFail(() -> database.withoutTransaction(work)) : joining(active, work);
  }

  private <T> T joining(Connection active, Function<Handle, T> work) {
    try {
      return database.on(active, work);
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  private static <T> T orFail(Supplier<T> work) {
    try {
      return work.get();
    } catch (DatabaseException e) {
      throw new JobsDatabaseException(e);
    }
  }

  private static String requireReference(String reference) {
    return requireText(reference, "reference", "pass the customer and the number of the order");
  }

  private static String requireText(String text, String name, String instead) {
    if (Require.isBlank(Objects.requireNonNull(text, name))) {
      throw new InvalidOptionException(name, "must not be blank", instead);
    }
    if (!text.equals(text.strip())) {
      throw new InvalidOptionException(
          name, "has leading or trailing spaces: " + Redactor.quote(text), "remove them");
    }
    return Require.text(text, name, Require.MAX_CHARS);
  }

  /**
   * Configures and builds {@link FreightJobs}. An invalid value throws {@link
   * InvalidOptionException}. Not safe for concurrent use.
   */
  public static final class Builder {
    /** One for the listener, and another that sends orders while the listener hangs. */
    private static final int MIN_THREADS = 2;

    private final DataSource dataSource;
    private final Function<@Nullable String, @Nullable FreightClient> clients;
    private String name = "jobs";
    private JobsListener listener = new JobsListener() {};
    private @Nullable Function<String, ? extends SpendGuard.CostCenter> scopes;
    private @Nullable BigDecimal readBudgetPerDay;
    private Supplier<@Nullable Connection> transaction = () -> null;
    private int threads = 8;
    private Intervals intervals = Intervals.STANDARD;
    private Clock clock = Clock.systemUTC();

    private Builder(
        DataSource dataSource, Function<@Nullable String, @Nullable FreightClient> clients) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
      this.clients = Objects.requireNonNull(clients, "clients");
    }

    /**
     * The name of this set of orders in the database: 1 to 64 letters, digits or {@code . _ -}. All
     * instances of an application use the same name. Jobs with different names share no orders and
     * loads. Default: {@code jobs}.
     */
    public Builder name(String name) {
      Placeholder.refuse(name, "name");
      this.name = Require.name(name, "name", NAME, "use 1 to 64 letters, digits or . _ -");
      return this;
    }

    /** The listener for booked loads, stopped orders and events. Default: none. */
    public Builder listener(JobsListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * The function that returns the scope for a customer. The scope's limits apply to the creation
     * and the reads of this customer's loads. Default: none; only the client's limits apply.
     */
    public Builder scopes(Function<String, ? extends SpendGuard.CostCenter> scopes) {
      this.scopes = Objects.requireNonNull(scopes, "scopes");
      return this;
    }

    /**
     * The budget for position reads per day in USD, for all instances together. Due loads wait in a
     * queue, and the budget sets the rate of its reads. This is a pace and not a limit. For a
     * limit, use the ledger. A budget that is far from used up changes nothing. Default: no budget
     * and no queue.
     *
     * @param usd an amount above 0, such as {@code "10.00"}
     */
    public Builder readBudgetPerDay(String usd) {
      this.readBudgetPerDay = budget(usd);
      return this;
    }

    static BigDecimal budget(String usd) {
      BigDecimal amount = Require.usd(usd, "readBudgetPerDay");
      if (amount.signum() > 0) return amount;
      throw new InvalidOptionException(
          "readBudgetPerDay", "must be above 0 USD, got " + usd, "use an amount such as 10.00");
    }

    /**
     * The supplier of the connection with the transaction that is active on the calling thread; it
     * returns null if no transaction is active. Methods without a connection parameter use it. The
     * Spring Boot starter sets it. Default: a supplier that returns null.
     */
    public Builder transaction(Supplier<@Nullable Connection> transaction) {
      this.transaction = Objects.requireNonNull(transaction, "transaction");
      return this;
    }

    /**
     * The number of orders and loads that this instance processes concurrently; 2 or more. At most
     * half of the threads run the listener, so that orders are sent while the listener hangs.
     * Default: 8.
     */
    public Builder threads(int threads) {
      this.threads = Math.max(MIN_THREADS, Require.positive(threads, "threads"));
      return this;
    }

    /**
     * The interval at which an instance checks the database for due orders and loads; 1 ms or more.
     * With a shorter interval, orders are sent sooner. With a longer interval, the database gets
     * fewer queries. Default: 2 s.
     */
    public Builder pollInterval(Duration interval) {
      if (interval.toMillis() < 1) {
        throw new InvalidOptionException(
            "pollInterval",
            "must be at least a millisecond, got " + interval,
            "use a longer interval, such as 2 seconds");
      }
      this.intervals = intervals.withPoll(interval);
      return this;
    }

    /** Replaces the intervals in tests. */
    Builder intervals(Intervals intervals) {
      this.intervals = intervals;
      return this;
    }

    /**
     * The clock that decides which orders and loads are due. A test passes the clock of its
     * in-memory server and sets it forward. Default: the system clock.
     */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Builds the jobs. Connects to the database, and creates the tables on SQLite and H2. Nothing
     * is processed before {@link FreightJobs#start}.
     *
     * @throws JobsDatabaseException if the database is not reachable or not supported
     */
    public FreightJobs build() {
      return new FreightJobs(this);
    }
  }
}
