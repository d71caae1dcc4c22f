package io.freightsdk.jobs;

import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.jobs.Intervals;
import io.freightsdk.internal.jobs.JobsContext;
import io.freightsdk.internal.jobs.JobsScheduler;
import io.freightsdk.internal.jobs.Orders;
import io.freightsdk.internal.jobs.ReadQueue;
import io.freightsdk.internal.text.Placeholder;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.CreateLoadInput;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Books orders and follows their loads, by any number of instances on one database. A stored order
 * becomes one load, or stops and is listed by {@link #stopped}. Its load is followed by one
 * instance at a time until it is over. Each event is delivered to the listener at least once, also
 * after a {@code kill -9}.
 *
 * <pre>{@code
 * FreightJobs jobs = FreightJobs.builder(dataSource, client).listener(listener).build();
 * jobs.start();
 *
 * jobs.book(transaction, "acme/PO-1007", input, "acme");   // with your INSERT of the order
 * }</pre>
 *
 * <p>Runs on db-scheduler, with its own table ({@code freight_tasks}) and its own threads. Supports
 * PostgreSQL, MySQL, MariaDB, SQLite and H2. Safe for concurrent use.
 *
 * <p>Tests specify the details, on several databases: {@code JobsIT} for orders, {@code FollowIT}
 * for loads, and {@code KilledInstancesIT} for both.
 */
public final class FreightJobs implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Orders orders;
  private final JobsContext runtime;
  private final Supplier<@Nullable Connection> transaction;

  /** Null while not started; guarded by this. */
  private @Nullable JobsScheduler scheduler;

  private FreightJobs(Builder builder) {
    this.orders = new Orders(builder.name, builder.dataSource, builder.clock, builder.threads);
    BigDecimal budget = builder.budgetPerDay;
    ReadQueue queue = budget == null ? null : orders.queue(builder.client, budget);
    this.runtime =
        new JobsContext(
            builder.name,
            builder.client,
            builder.listener,
            builder.scopes,
            queue,
            builder.intervals,
            builder.clock);
    this.transaction = builder.transaction;
  }

  /**
   * Starts a builder.
   *
   * @param dataSource database that stores orders and loads; its pool needs at least three
   *     connections
   * @param client creates and reads loads; it is not closed with the jobs
   */
  public static Builder builder(DataSource dataSource, FreightClient client) {
    return new Builder(dataSource, client);
  }

  /**
   * Creates the missing tables, and locks none that is there. On SQLite and H2, {@link
   * Builder#build} does so; on a server, call this once, or run the script {@code
   * io/freightsdk/jobs/<database>/R__freight_jobs.sql} of the jar.
   *
   * @throws JobsDatabaseException if something is missing in a table that another transaction uses
   *     for more than two seconds
   */
  public void createTables() {
    orders.createTables();
  }

  /**
   * Starts to process orders and loads that are due, also again after {@link #close}. Instances
   * that only book need not start. A budget that differs from that of the last start takes effect
   * for all loads. Until the jobs are closed, their threads keep the program running, also one
   * whose {@code main} has returned or failed.
   *
   * @throws JobsDatabaseException if a table is missing
   */
  public synchronized void start() {
    if (scheduler != null) return;
    orders.requireTables();
    orders.begin(runtime.queue());
    scheduler = orders.scheduler(runtime);
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
   * the second waits for the first, and keeps its other changes. Above READ COMMITTED, a
   * transaction that does not see what was stored since it began fails with the SQLState 40001, and
   * is to be repeated.
   *
   * @param reference of the order, sent as {@code customerRef}: it names one load forever, in your
   *     whole account with the service
   * @param customer passed to {@link Builder#scopes}; null for none
   * @throws IllegalStateException if the connection is not in a transaction
   * @throws IllegalArgumentException if the input has another {@code customerRef}, or if the
   *     reference or customer is blank or has half of a surrogate pair
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
    return orders.book(transaction, reference, customer, withReference(input, reference));
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
    return orFail(active, connection -> book(connection, reference, input, customer));
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
   * Withdraws an order in your transaction. Nothing is changed while it is being sent, or sent
   * again because an attempt may have created its load; one that has stopped is removed in any
   * case. A transaction that does not see the order fails as in {@link #book}.
   */
  public Withdrawal withdraw(Connection transaction, String reference) throws SQLException {
    return orders.withdraw(transaction, requireReference(reference));
  }

  /** Withdraws an order in the transaction that is active on this thread, or else in a new one. */
  public Withdrawal withdraw(String reference) {
    requireReference(reference);
    Connection active = transaction.get();
    return active == null
        ? orders.withdraw(reference)
        : orFail(active, connection -> orders.withdraw(connection, reference));
  }

  /**
   * Returns the state of an order; empty once its load is over or given up, and if it was never
   * stored.
   */
  public Optional<OrderState> find(String reference) {
    requireReference(reference);
    Connection active = transaction.get();
    return active == null
        ? orders.find(reference)
        : orFail(active, connection -> orders.find(connection, reference));
  }

  /**
   * Returns the orders that stopped, at most 1,000. They are not sent until they are booked again.
   */
  public List<StoppedOrder> stopped() {
    Connection active = transaction.get();
    return active == null ? orders.stopped() : orFail(active, orders::stopped);
  }

  /** Counts the orders by state, cheaply enough for a metric. */
  public OrderCounts counts() {
    Connection active = transaction.get();
    return active == null ? orders.counts() : orFail(active, orders::counts);
  }

  private static <T> T orFail(Connection active, Orders.Work<T> work) {
    try {
      return work.on(active);
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  private static String requireReference(String reference) {
    return requireText(reference, "reference", "give the customer and the number of the order");
  }

  private static String requireText(String text, String name, String instead) {
    if (Require.isBlank(Objects.requireNonNull(text, name))) {
      throw new IllegalArgumentException("freight jobs: the " + name + " is blank; " + instead);
    }
    // Encoded as UTF-8 it would be another text, and name another order.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "freight jobs: the %s has half of a surrogate pair; it may have been cut in the middle of a character",
              name));
    }
    return text;
  }

  /** Builds {@link FreightJobs}. Not safe for concurrent use. */
  public static final class Builder {
    private final DataSource dataSource;
    private final FreightClient client;
    private String name = "jobs";
    private JobsListener listener = new JobsListener() {};
    private @Nullable Function<String, ? extends SpendGuard.Scope> scopes;
    private @Nullable BigDecimal budgetPerDay;
    private Supplier<@Nullable Connection> transaction = () -> null;
    private int threads = 8;
    private Intervals intervals = Intervals.STANDARD;
    private Clock clock = Clock.systemUTC();

    private Builder(DataSource dataSource, FreightClient client) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
      this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * Name of this set of orders in the database: the same for all instances of an application,
     * another one for another account with the service. 1 to 64 letters, digits, {@code . _ -}.
     * Default: {@code jobs}.
     */
    public Builder name(String name) {
      Placeholder.refuse(name, "name");
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "freight jobs: the name %s is not 1 to 64 letters, digits, '.', '_' or '-'",
                name));
      }
      this.name = name;
      return this;
    }

    /** Told of loads, stopped orders and events. Default: none. */
    public Builder listener(JobsListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Maps the customer of an order to the scope that pays for its creation and its reads. Default:
     * only the client's own limits apply.
     */
    public Builder scopes(Function<String, ? extends SpendGuard.Scope> scopes) {
      this.scopes = Objects.requireNonNull(scopes, "scopes");
      return this;
    }

    /**
     * What reads may cost per day, in USD, for all instances together: loads that are due wait in a
     * queue, which moves at this rate. It spreads reads but is not a limit; limits are set in the
     * ledger. Default: no budget and no queue: a load is also read before its next expected arrival
     * or departure, and of what is overdue it waits for a quarter.
     *
     * @param usd more than 0, such as {@code "10.00"}
     * @throws IllegalArgumentException if it is not
     */
    public Builder budgetPerDay(String usd) {
      this.budgetPerDay = budget(usd);
      return this;
    }

    static BigDecimal budget(String usd) {
      BigDecimal amount = Require.usd(usd, "budgetPerDay");
      if (amount.signum() > 0) return amount;
      throw new IllegalArgumentException("budgetPerDay: expected more than 0 USD, got " + usd);
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
     * How many orders and loads this instance processes concurrently; at most half of the threads
     * are in the listener. With 1 there are two, so that orders are sent while the listener hangs.
     * Default: 8.
     */
    public Builder threads(int threads) {
      if (threads < 1) {
        throw new IllegalArgumentException("freight jobs: " + threads + " threads");
      }
      this.threads = threads;
      return this;
    }

    /**
     * How often an instance looks for what is due, such as an order that was just booked: a shorter
     * interval sends orders sooner, a longer one asks the database less. Default: 2 seconds.
     *
     * @throws IllegalArgumentException if it is shorter than a millisecond
     */
    public Builder pollInterval(Duration interval) {
      if (interval.toMillis() < 1) {
        throw new IllegalArgumentException(
            "pollInterval: expected at least a millisecond, got " + interval);
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
     * Decides what is due. A test passes its server's clock, which it can move. Default: the system
     * clock.
     */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Connects to the database, and creates the tables on SQLite and H2. Nothing is processed
     * before {@link FreightJobs#start}.
     *
     * @throws JobsDatabaseException if it cannot be reached
     * @throws IllegalArgumentException if it is none of the supported databases
     */
    public FreightJobs build() {
      return new FreightJobs(this);
    }
  }
}
