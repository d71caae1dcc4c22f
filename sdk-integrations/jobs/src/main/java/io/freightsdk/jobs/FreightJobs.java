package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.error.InvalidOptionException;
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
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Books orders and follows their loads, by any number of instances on one database. A stored order
 * becomes one load, or stops and is listed by {@link #stoppedOrders}. Its row in {@code
 * freight_orders} has its state, and the row of its load in {@code freight_loads} has the latest
 * position. One instance at a time follows the load, until it has ended. Each event is delivered to
 * the listener at least once, also after a crash.
 *
 * <pre>{@code
 * FreightJobs jobs = FreightJobs.builder(dataSource, client).listener(listener).build();
 * jobs.start();
 *
 * jobs.book(transaction, "acme/PO-1007", input, "acme");   // with your INSERT of the order
 * }</pre>
 *
 * <p>Runs on db-scheduler, with a table of its own ({@code freight_tasks}) and its own threads.
 * Supports PostgreSQL, MySQL, MariaDB, SQLite and H2. Safe for concurrent use.
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
  private final JobRows rows;
  private final Orders orders;
  private final JobsContext context;
  private final int threads;
  private final Supplier<@Nullable Connection> transaction;

  /** Null while not started; guarded by this. */
  private @Nullable JobsScheduler scheduler;

  private FreightJobs(Builder builder) {
    this.database = new Database(builder.dataSource, "freight jobs");
    this.rows = orFail(() -> JobRows.of(builder.name, database));
    // A database may round up what it cannot store, so that it is due later than now.
    Clock clock = Clock.tick(builder.clock, Duration.ofMillis(1));
    this.orders = new Orders(rows, clock);
    this.threads = builder.threads;
    this.transaction = builder.transaction;
    BigDecimal budget = builder.readBudgetPerDay;
    Failures failures = new Failures();
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
   * Starts a builder for one account with the service.
   *
   * @param dataSource database that stores orders and loads; its pool needs at least three
   *     connections
   * @param client creates and reads loads; it is not closed with the jobs
   */
  public static Builder builder(DataSource dataSource, FreightClient client) {
    Objects.requireNonNull(client, "client");
    return new Builder(dataSource, customer -> client);
  }

  /**
   * Starts a builder for customers with agent keys of their own.
   *
   * @param clients returns the client of the customer that an order was booked with, and for null
   *     the client of orders without one. It is called for each attempt and each read, so return an
   *     existing client. If it returns null or throws, only this customer's orders and loads wait
   *     for {@link WaitReason#KEY}
   */
  public static Builder builder(
      DataSource dataSource, Function<@Nullable String, @Nullable FreightClient> clients) {
    return new Builder(dataSource, clients);
  }

  /**
   * Creates the tables, if one of them is missing. On SQLite and H2, {@link Builder#build} does so;
   * on a server, call this once, or run the script {@code
   * io/freightsdk/jobs/<database>/R__freight_jobs.sql} of the jar.
   *
   * @throws JobsDatabaseException if they cannot be created, or if an existing table lacks a column
   */
  public void createTables() {
    orFail(
        () -> {
          tables().create();
          return true;
        });
  }

  private Tables tables() {
    return new Tables(database, SCRIPT);
  }

  /**
   * Starts to process orders and loads that are due, also again after {@link #close}. Instances
   * that only book need not start. A budget that differs from that of the last start takes effect
   * for all loads. Until the jobs are closed, their threads keep the program running, also one
   * whose {@code main} has returned or failed.
   *
   * @throws JobsDatabaseException if a table or column is missing
   */
  public synchronized void start() {
    if (scheduler != null) return;
    scheduler =
        orFail(
            () -> {
              tables().require();
              return new JobsScheduler(rows, context, threads);
            });
  }

  /**
   * Starts no new task, waits up to 10 seconds for running ones, then interrupts them and waits up
   * to 10 more. Another instance continues what was interrupted, or this one after {@link #start}.
   * Booking still works.
   */
  @Override
  public synchronized void close() {
    if (scheduler == null) return;
    scheduler.close();
    scheduler = null;
  }

  // --- orders ---

  /**
   * Stores an order in your transaction: its load is created after the commit, or never. If it is
   * booked again while it waits, the new content replaces the old; once it has its load, nothing is
   * stored, and the result has the load's number. If two transactions book one order concurrently,
   * the second waits for the first, and keeps its other changes.
   *
   * @param reference of the order, sent as {@code customerRef}: it names one load forever, in your
   *     whole account with the service
   * @param customer passed to {@link Builder#scopes}; null for none
   * @throws IllegalStateException if the connection is not in a transaction
   * @throws IllegalArgumentException if the input has another {@code customerRef}, or if the
   *     reference or customer is blank, has leading or trailing spaces, or is longer than 255
   *     characters
   */
  public BookResult book(
      Connection transaction, String reference, CreateLoadInput input, @Nullable String customer)
      throws SQLException {
    requireReference(reference);
    if (customer != null) requireText(customer, "customer", "give its id, or null without one");
    if (transaction.getAutoCommit()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "book: %s would be stored without its order, because the connection commits each statement; call setAutoCommit(false), store both, commit",
              reference));
    }
    CreateLoadInput sent = withReference(input, reference);
    return database.on(transaction, handle -> orders.book(handle, reference, customer, sent));
  }

  /**
   * Stores an order in the transaction that is active on this thread, see {@link
   * Builder#transaction}.
   *
   * @throws IllegalStateException if there is none
   */
  public BookResult book(String reference, CreateLoadInput input, @Nullable String customer) {
    Connection active = transaction.get();
    if (active == null) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "book: no transaction of the jobs' database is active for %s; book it in the transaction that stores the order",
              reference));
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
          String.format(
              Locale.ROOT,
              "book: the input of %s has the customerRef %s; leave it out, the reference is sent",
              reference,
              other));
    }
    return input.toBuilder().customerRef(reference).build();
  }

  /**
   * Withdraws an order in your transaction. Nothing is changed while the order is being sent, or is
   * sent again because an attempt may have created its load. A stopped order is withdrawn in any
   * case; {@link WithdrawResult#mayHaveLoad} reports whether a load may exist.
   */
  public WithdrawResult withdraw(Connection transaction, String reference) throws SQLException {
    requireReference(reference);
    return database.on(transaction, handle -> orders.withdraw(handle, reference));
  }

  /** Withdraws an order in the transaction that is active on this thread, or else in a new one. */
  public WithdrawResult withdraw(String reference) {
    requireReference(reference);
    return write(handle -> orders.withdraw(handle, reference));
  }

  /**
   * Sends a stopped order again with the same content. If its last attempt may have created a load,
   * the idempotency key stays the same. Uses the transaction that is active on this thread, or else
   * a new one.
   *
   * @return false if it has not stopped
   * @throws IllegalStateException if the service rejects its fields: book it again with other
   *     content
   */
  public boolean retry(String reference) {
    requireReference(reference);
    return write(handle -> orders.retry(handle, reference));
  }

  /**
   * Sends all stopped orders again, except orders with rejected fields; for example once a firewall
   * lets requests through.
   *
   * @return the number of these orders
   */
  public int retryStopped() {
    return write(orders::retryStopped);
  }

  /** Returns an order; empty if it was never stored, or is purged. */
  public Optional<OrderDetails> find(String reference) {
    requireReference(reference);
    return read(handle -> rows.orders().find(handle, reference)).map(Order::toDetails);
  }

  /**
   * Returns orders, the latest first, a hundred at a time.
   *
   * @param customer the customer of the orders; null for all customers
   * @param cursor {@link OrderPage#nextCursor} of the page before; null for the first page
   * @throws IllegalArgumentException if the cursor was not returned by {@link OrderPage}
   */
  public OrderPage orders(@Nullable String customer, @Nullable String cursor) {
    return read(handle -> orders.page(handle, customer, cursor));
  }

  /**
   * Returns the stopped orders, at most 1,000. They are not sent until you book or retry them
   * again.
   */
  public List<StoppedOrder> stoppedOrders() {
    return read(handle -> rows.orders().stopped(handle, MAX_LISTED)).stream()
        .map(Order::toStopped)
        .toList();
  }

  /** Returns the numbers of orders and loads by state, cheaply enough for a metric. */
  public OrderCounts counts() {
    return read(rows::counts);
  }

  // --- loads ---

  /**
   * Follows a load that was created elsewhere, given up or unfollowed; in the transaction that is
   * active on this thread, or else in a new one.
   *
   * @param reference names its events and position here: the reference of its order
   * @param customer passed to {@link Builder#scopes}; null for none
   * @return false if the load is followed already, or has ended
   * @throws IllegalArgumentException if the customer has no client
   */
  public boolean follow(String reference, @Nullable String customer, String loadNumber) {
    requireReference(reference);
    if (customer != null) requireText(customer, "customer", "give its id, or null without one");
    requireText(loadNumber, "loadNumber", "give the number that the service has returned");
    String account = context.account(customer);
    return write(handle -> orders.follow(handle, reference, customer, loadNumber, account));
  }

  /**
   * Stops following a load, such as that of a cancelled order: no read starts after this, and no
   * event is reported except one that the listener is processing. Its row stays until {@link
   * #purge}. {@link #follow} resumes it. In the transaction that is active on this thread, or else
   * in a new one.
   *
   * @return true if the load was followed until now; false if it is unknown, or following has ended
   * @throws IllegalStateException if the order has no load yet: {@link #withdraw(String)} it
   */
  public boolean unfollow(String reference) {
    requireReference(reference);
    return write(handle -> orders.unfollow(handle, reference));
  }

  /**
   * Returns the latest position of a load that is or was followed, free of charge; empty before the
   * first read, and after the purge. It has only the latest fix of the GPS track.
   */
  public Optional<PositionSnapshot> latestPosition(String reference) {
    requireReference(reference);
    return read(handle -> rows.loads().find(handle, reference)).map(row -> row.load().latest());
  }

  /**
   * Returns the link that the driver opens to join the load of an order: a secret, to be sent to
   * the driver again. Empty before the order has its load, if the load was found and has no link,
   * and for a load that was followed without an order.
   */
  public Optional<String> driverLink(String reference) {
    requireReference(reference);
    return read(handle -> rows.orders().find(handle, reference))
        .map(order -> order.load)
        .map(BookedLoad::driverWebLink);
  }

  /**
   * Deletes ended and unfollowed loads, and orders that were withdrawn, have stopped, or whose load
   * has ended, if they have not changed for this time. Orders and loads that wait, are sent, are
   * followed, or were not yet accepted by the listener stay.
   *
   * @return the number of orders and loads
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
    return active == null ? orFail(() -> database.read(work)) : joining(active, work);
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
    return requireText(reference, "reference", "give the customer and the number of the order");
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

  /** Builds {@link FreightJobs}. Not safe for concurrent use. */
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
     * Name of this set of orders in the database: the same for all instances of an application,
     * another one for a set of its own. 1 to 64 letters, digits, {@code . _ -}. Default: {@code
     * jobs}.
     */
    public Builder name(String name) {
      Placeholder.refuse(name, "name");
      this.name = Require.name(name, "name", NAME, "use 1 to 64 letters, digits or . _ -");
      return this;
    }

    /** Called with loads, stopped orders and events. Default: none. */
    public Builder listener(JobsListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Maps the customer of an order to the scope that pays for its creation and its reads. Default:
     * only the client's own limits apply.
     */
    public Builder scopes(Function<String, ? extends SpendGuard.CostCenter> scopes) {
      this.scopes = Objects.requireNonNull(scopes, "scopes");
      return this;
    }

    /**
     * Cost of reads per day, in USD, for all instances together. Due loads wait in a queue that
     * moves at this rate. This spreads reads but does not limit them; set limits in the ledger.
     * Default: no budget and no queue, so loads are read sooner and more often.
     *
     * @param usd more than 0, such as {@code "10.00"}
     * @throws InvalidOptionException if it is not
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
     * Supplies the connection of the transaction that is active on the calling thread, or null if
     * there is none; used by the methods without a connection parameter. The Spring Boot starter
     * sets it. Default: always null.
     */
    public Builder transaction(Supplier<@Nullable Connection> transaction) {
      this.transaction = Objects.requireNonNull(transaction, "transaction");
      return this;
    }

    /**
     * Number of orders and loads that this instance processes concurrently. At most half of the
     * threads run the listener. The minimum is 2, so that orders are sent while the listener hangs.
     * Default: 8.
     */
    public Builder threads(int threads) {
      this.threads = Math.max(MIN_THREADS, Require.atLeast(1, threads, "threads"));
      return this;
    }

    /**
     * Interval at which an instance checks for due work, such as a new order. A shorter interval
     * sends orders sooner; a longer interval queries the database less. Default: 2 seconds.
     *
     * @throws InvalidOptionException if it is shorter than a millisecond
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

    /** For tests, which need short ones. */
    Builder intervals(Intervals intervals) {
      this.intervals = intervals;
      return this;
    }

    /**
     * Clock that decides which work is due. A test passes the clock of its server, and moves it.
     * Default: the system clock.
     */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Connects to the database, and creates the tables on SQLite and H2. Nothing is processed
     * before {@link FreightJobs#start}.
     *
     * @throws JobsDatabaseException if it cannot be reached, or is none of the supported databases
     */
    public FreightJobs build() {
      return new FreightJobs(this);
    }
  }
}
