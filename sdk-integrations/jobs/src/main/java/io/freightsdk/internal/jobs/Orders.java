package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.Waiter;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.Task;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.Booking;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.jobs.OrderState.State;
import io.freightsdk.jobs.StoppedOrder;
import io.freightsdk.jobs.Withdrawal;
import io.freightsdk.model.CreateLoadInput;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one name in a database: how a transaction of the application books, finds and
 * withdraws them, and the scheduler that processes them.
 */
public final class Orders {
  /** Work on a connection. */
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private static final int MAX_STOPPED = 1_000;

  private static final Set<State> INACTIVE = Set.of(State.BOOKED, State.STOPPED);

  /** An unknown task may belong to an instance of another version or name. */
  private static final Duration NEVER_DELETED = Duration.ofDays(36_500);

  private final String name;
  private final JobsDatabase database;
  private final TaskTable table;
  private final Clock clock;
  private final Serializer json = new JobData();
  private final String orderTask;
  private final String loadTask;

  public Orders(String name, DataSource source, Clock clock) {
    this.name = name;
    this.database = new JobsDatabase(source);
    this.clock = clock;
    this.orderTask = OrderTask.descriptor(name).getTaskName();
    this.loadTask = LoadTask.descriptor(name).getTaskName();
    this.table = new TaskTable(database, List.of(orderTask, loadTask));
  }

  public void createTables() {
    database.createTables();
  }

  /** Fails if a table is missing. */
  public void requireTables() {
    database.requireTables();
  }

  /** The line for the reads of this name. */
  public BudgetLine line(FreightClient client, BigDecimal perDay) {
    return new StoredLine(database, table, name, loadTask, client, perDay);
  }

  /** Begins to read within the budget of this line; null for none. */
  public void begin(@Nullable BudgetLine line) {
    if (line instanceof StoredLine stored) {
      stored.begin(clock.instant());
    } else {
      StoredLine.end(database, table, name, loadTask, clock.instant());
    }
  }

  /** Processes orders and loads on its own threads, from this table only. */
  public Scheduler scheduler(JobsRuntime jobs, int threads) {
    Intervals intervals = jobs.intervals();
    String instance = UUID.randomUUID().toString();
    return new MonotonicSchedulerBuilder(
            database.source(), List.of(OrderTask.of(jobs), LoadTask.of(jobs)))
        .tableName(TaskTable.NAME)
        .jdbcCustomization(table.jdbc())
        .serializer(json)
        .schedulerName(new SchedulerName.Fixed(instance))
        .threads(threads)
        .pollingInterval(intervals.poll())
        .heartbeatInterval(intervals.heartbeat())
        .missedHeartbeatsLimit(4)
        .deleteUnresolvedAfter(NEVER_DELETED)
        .shutdownMaxWait(Duration.ofSeconds(10))
        .enableImmediateExecution()
        .commitWhenAutocommitDisabled(true)
        // Each task logs its own failures, with the order or load.
        .failureLogging(LogLevel.DEBUG, true)
        .clock(clock::instant)
        .build();
  }

  /**
   * Polls by elapsed time. By the clock, it would not poll while that stands still, nor for as long
   * as it was set back.
   */
  private static final class MonotonicSchedulerBuilder extends SchedulerBuilder {
    MonotonicSchedulerBuilder(DataSource source, List<Task<?>> tasks) {
      super(source, tasks);
    }

    @Override
    protected Waiter buildWaiter() {
      return new Waiter(
          poolingInterval, () -> Instant.ofEpochSecond(0, MachineTime.SYSTEM.nanos()));
    }
  }

  /**
   * Inserts before it looks: on MySQL two transactions that looked for a missing row would
   * deadlock.
   */
  public BookResult book(
      Connection connection, String reference, @Nullable String customer, CreateLoadInput input)
      throws SQLException {
    Order newer = Order.of(reference, customer, input);
    String id = id(reference);
    // Between two statements its row may be removed, because its load exists: then it is added.
    for (int tries = 0; tries < 3; tries++) {
      if (table.add(connection, orderTask, id, json.serialize(newer), clock.instant())) {
        return BookResult.STORED;
      }
      TaskTable.Row row = table.lockUnlessRunning(connection, orderTask, id);
      if (row == null) continue;
      Order known = order(row);
      if (row.running() || !known.isReplaceable()) return BookResult.SENDING;
      // Sent again while its load is followed, it would only find that load, with its old content.
      if (table.find(connection, loadTask, id) != null) return BookResult.SENDING;
      byte[] replaced = json.serialize(known.replacedBy(newer));
      if (table.replace(connection, row, replaced, clock.instant())) return BookResult.REPLACED;
    }
    return BookResult.SENDING;
  }

  public Withdrawal withdraw(Connection connection, String reference) throws SQLException {
    String id = id(reference);
    TaskTable.Row row = table.lockUnlessRunning(connection, orderTask, id);
    if (row == null) {
      TaskTable.Row load = table.findLatest(connection, loadTask, id);
      return load == null ? new Withdrawal(Withdrawal.Result.NOT_FOUND, null) : booked(load);
    }
    Order order = order(row);
    Booking booking = order.booking();
    if (booking != null) return new Withdrawal(Withdrawal.Result.BOOKED, booking.loadNumber());

    boolean isRemoved = !row.running() && order.isReplaceable() && table.remove(connection, row);
    // As in book: the order would only find this load.
    TaskTable.Row load = table.find(connection, loadTask, id);
    if (load != null) return booked(load);
    return new Withdrawal(
        isRemoved && !order.mayHaveLoad()
            ? Withdrawal.Result.WITHDRAWN
            : Withdrawal.Result.MAYBE_BOOKED,
        null);
  }

  private Withdrawal booked(TaskTable.Row load) {
    return new Withdrawal(Withdrawal.Result.BOOKED, followedLoad(load).loadNumber());
  }

  /** In a new transaction. */
  public Withdrawal withdraw(String reference) {
    return database.inTransaction(connection -> withdraw(connection, reference));
  }

  /** On a separate connection. */
  public Optional<OrderState> find(String reference) {
    return database.autoCommitted(connection -> find(connection, reference));
  }

  public Optional<OrderState> find(Connection connection, String reference) throws SQLException {
    String id = id(reference);
    Optional<OrderState> order =
        Optional.ofNullable(table.find(connection, orderTask, id)).map(this::state);
    boolean isInactive = order.filter(found -> INACTIVE.contains(found.state())).isPresent();
    if (isInactive) return order;
    TaskTable.Row load = table.find(connection, loadTask, id);
    return load == null
        ? order
        : Optional.of(new OrderState(reference, State.BOOKED, followedLoad(load).loadNumber()));
  }

  private OrderState state(TaskTable.Row row) {
    Order order = order(row);
    Booking booking = order.booking();
    if (booking != null) {
      return new OrderState(order.reference(), State.BOOKED, booking.loadNumber());
    }
    State idle = order.stopped() == null ? State.WAITING : State.STOPPED;
    return new OrderState(order.reference(), row.running() ? State.SENDING : idle, null);
  }

  private Order order(TaskTable.Row row) {
    return json.deserialize(Order.class, row.data().toByteArray());
  }

  private FollowedLoad followedLoad(TaskTable.Row row) {
    return json.deserialize(FollowedLoad.class, row.data().toByteArray());
  }

  /** On a separate connection. */
  public List<StoppedOrder> stopped() {
    return database.autoCommitted(this::stopped);
  }

  public List<StoppedOrder> stopped(Connection connection) throws SQLException {
    return table.dueFrom(connection, orderTask, OrderTask.NEVER, MAX_STOPPED).stream()
        .flatMap(data -> stopped(data).stream())
        .toList();
  }

  /** Empty if it cannot be read, perhaps of a later version: it must not hide the others. */
  private Optional<StoppedOrder> stopped(byte[] data) {
    Order order;
    try {
      order = json.deserialize(Order.class, data);
    } catch (RuntimeException unreadable) {
      JobsRuntime.warn("an order that stopped is not listed: " + unreadable);
      return Optional.empty();
    }
    String reason = String.valueOf(order.stopped());
    return Optional.of(
        new StoppedOrder(order.reference(), order.customer(), reason, order.mayHaveLoad()));
  }

  /** The id of its rows: of fixed length, and compared alike under every collation. */
  private String id(String reference) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((name + "\n" + reference).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
