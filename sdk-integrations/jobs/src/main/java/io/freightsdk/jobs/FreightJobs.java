package io.freightsdk.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.freightsdk.FreightClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.jobs.BudgetLine;
import io.freightsdk.internal.jobs.JobsRuntime;
import io.freightsdk.internal.jobs.Orders;
import io.freightsdk.internal.jobs.Tempo;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.CreateLoadInput;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Books orders and follows their loads, by any number of instances on one database. An order that
 * is stored becomes one load, or stops where a person sees why; its load is followed by one
 * instance at a time until it is over; what happened is told at least once, also after a {@code
 * kill -9}.
 *
 * <pre>{@code
 * FreightJobs jobs = FreightJobs.builder(dataSource, client).listener(listener).build();
 * jobs.start();
 *
 * jobs.book(transaction, "acme/PO-1007", input, "acme");   // with your INSERT of the order
 * }</pre>
 *
 * <p>Runs on db-scheduler, on a table of its own ({@code freight_tasks}) and threads of its own.
 * PostgreSQL, MySQL, MariaDB, SQLite and H2. Safe for concurrent use.
 *
 * <p>What becomes of an order is held by {@code JobsIT}, how a load is followed by {@code
 * FollowIT}, both by {@code KilledInstancesIT}, each on several databases.
 */
public final class FreightJobs implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Orders orders;
  private final JobsRuntime runtime;
  private final int threads;
  private final Supplier<@Nullable Connection> transaction;

  /** Null while nothing is run; guarded by this. */
  private @Nullable Scheduler scheduler;

  private FreightJobs(Builder builder) {
    this.orders = new Orders(builder.name, builder.dataSource, builder.clock);
    BigDecimal budget = builder.budgetPerDay;
    BudgetLine line = budget == null ? null : orders.line(builder.client, budget);
    this.runtime =
        new JobsRuntime(
            builder.name,
            builder.client,
            builder.listener,
            builder.scopes,
            line,
            builder.tempo,
            builder.clock);
    this.threads = builder.threads;
    this.transaction = builder.transaction;
  }

  /**
   * Starts a builder.
   *
   * @param dataSource where orders and loads are kept; its pool needs three connections or more
   * @param client that creates and reads; it is not closed with the jobs
   */
  public static Builder builder(DataSource dataSource, FreightClient client) {
    return new Builder(dataSource, client);
  }

  /**
   * Makes the tables that are missing. On SQLite and H2 they are made when the jobs are built; on a
   * server call this once, or run the script {@code
   * io/freightsdk/jobs/<database>/R__freight_jobs.sql} of the jar.
   */
  public void createTables() {
    orders.createTables();
  }

  /**
   * Begins to run what is due, also again after {@link #close}. Instances that only book need not
   * start.
   *
   * @throws JobsDatabaseException if a table is missing
   */
  public synchronized void start() {
    if (scheduler != null) return;
    orders.requireTables();
    scheduler = orders.scheduler(runtime, threads);
    scheduler.start();
  }

  /**
   * Begins nothing new, waits up to 10 seconds for what runs, then interrupts it and waits up to 10
   * more. What is cut off goes on elsewhere, or here when it is started again. Booking needs no
   * start, and goes on.
   */
  @Override
  public synchronized void close() {
    if (scheduler == null) return;
    scheduler.stop();
    scheduler = null;
  }

  // --- orders ---

  /**
   * Stores an order in your transaction: its load is created after the commit, or never. Booked
   * again while it waits, it has the new content. Two that book one order at the same moment lose
   * nothing else of their transactions: the second waits for the first.
   *
   * @param reference of the order, which it is sent with as {@code customerRef}: it names one load
   *     for ever, in your whole account with the service
   * @param customer what {@link Builder#scopes} makes a scope of; null for none
   * @throws IllegalStateException if the connection is not in a transaction
   * @throws IllegalArgumentException if the input has another {@code customerRef}, or the reference
   *     is blank or was cut within a character
   */
  public BookResult book(
      Connection transaction, String reference, CreateLoadInput input, @Nullable String customer)
      throws SQLException {
    requireText(reference, "reference");
    if (customer != null) requireText(customer, "customer");
    if (transaction.getAutoCommit()) {
      throw new IllegalStateException(
          "book: %s would be stored without its order, because the connection commits each statement; call setAutoCommit(false), store both, commit"
              .formatted(reference));
    }
    return orders.book(transaction, reference, customer, withReference(input, reference));
  }

  /**
   * Stores an order in the transaction that is active on this thread: {@link Builder#transaction}.
   *
   * @throws IllegalStateException if there is none
   */
  public BookResult book(String reference, CreateLoadInput input, @Nullable String customer) {
    Connection active = transaction.get();
    if (active == null) {
      throw new IllegalStateException(
          "book: no transaction of the jobs' database is active for %s; book it in the transaction that stores the order"
              .formatted(reference));
    }
    return orFail(active, connection -> book(connection, reference, input, customer));
  }

  private static CreateLoadInput withReference(CreateLoadInput input, String reference) {
    String other = input.customerRef();
    if (other != null && !other.equals(reference)) {
      throw new IllegalArgumentException(
          "book: the input of %s has the customerRef %s; leave it out, the reference is sent"
              .formatted(reference, other));
    }
    return input.toBuilder().customerRef(reference).build();
  }

  /**
   * Takes an order back in your transaction, if nothing of it was sent that may have made a load.
   */
  public Withdrawal withdraw(Connection transaction, String reference) throws SQLException {
    return orders.withdraw(transaction, requireText(reference, "reference"));
  }

  /** The same in the transaction that is active on this thread, or in one of its own. */
  public Withdrawal withdraw(String reference) {
    requireText(reference, "reference");
    Connection active = transaction.get();
    return active == null
        ? orders.withdraw(reference)
        : orFail(active, connection -> orders.withdraw(connection, reference));
  }

  /**
   * How far an order is; empty once its load is over or given up, and for one that was never
   * stored.
   */
  public Optional<OrderState> find(String reference) {
    requireText(reference, "reference");
    Connection active = transaction.get();
    return active == null
        ? orders.find(reference)
        : orFail(active, connection -> orders.find(connection, reference));
  }

  /**
   * Orders that are sent no more until somebody books them again or withdraws them; 1,000 at most.
   */
  public List<StoppedOrder> stopped() {
    Connection active = transaction.get();
    return active == null ? orders.stopped() : orFail(active, orders::stopped);
  }

  private static <T> T orFail(Connection active, Orders.Work<T> work) {
    try {
      return work.on(active);
    } catch (SQLException e) {
      throw new JobsDatabaseException(e);
    }
  }

  private static String requireText(String text, String name) {
    if (Objects.requireNonNull(text, name).isBlank()) {
      throw new IllegalArgumentException("freight jobs: the " + name + " is blank");
    }
    // As UTF-8 it would be another text, and its order another order.
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "freight jobs: the %s has half of a surrogate pair; it may have been cut in the middle of a character"
              .formatted(name));
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
    private Tempo tempo = Tempo.STANDARD;
    private Clock clock = Clock.systemUTC();

    private Builder(DataSource dataSource, FreightClient client) {
      this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
      this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * Which orders of the database are these: all instances of one application have one name, and
     * another account with the service has another. 1 to 64 letters, digits, {@code . _ -}.
     * Default: {@code jobs}.
     */
    public Builder name(String name) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "freight jobs: the name %s is not 1 to 64 letters, digits, '.', '_' or '-'"
                .formatted(name));
      }
      this.name = name;
      return this;
    }

    /** Whom it tells what happened. Default: nobody. */
    public Builder listener(JobsListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Makes of the customer of an order the scope that its creation and its reads are paid in.
     * Default: the limits of the client alone.
     */
    public Builder scopes(Function<String, ? extends SpendGuard.Scope> scopes) {
      this.scopes = Objects.requireNonNull(scopes, "scopes");
      return this;
    }

    /**
     * What reads may cost in a day, in USD, all instances together: loads that are due stand in a
     * line that moves at this rate. It spreads reads, and is no limit: that is the ledger's.
     * Default: no budget and no line, and a load is read four times as often as its next arrival or
     * departure needs.
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
     * The connection of the transaction that is active on the calling thread; null when none is.
     * For what is called without a connection. The Spring Boot starter sets it. Default: none is
     * ever active.
     */
    public Builder transaction(Supplier<@Nullable Connection> transaction) {
      this.transaction = Objects.requireNonNull(transaction, "transaction");
      return this;
    }

    /** How many orders and loads this instance runs at once. Default: 8. */
    public Builder threads(int threads) {
      if (threads < 1) {
        throw new IllegalArgumentException("freight jobs: %d threads".formatted(threads));
      }
      this.threads = threads;
      return this;
    }

    /** For tests, which have no time. */
    Builder tempo(Tempo tempo) {
      this.tempo = tempo;
      return this;
    }

    /**
     * By which it decides what is due: a test gives it the clock of its server, which it moves.
     * Default: the system's.
     */
    public Builder clock(Clock clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Looks at the database, and makes the tables on SQLite and H2. Nothing runs before {@link
     * FreightJobs#start}.
     *
     * @throws JobsDatabaseException if it cannot be reached
     */
    public FreightJobs build() {
      return new FreightJobs(this);
    }
  }
}
