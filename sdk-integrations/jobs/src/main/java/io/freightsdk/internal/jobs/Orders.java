package io.freightsdk.internal.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.Task;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.environment.Time;
import io.freightsdk.jobs.BookResult;
import io.freightsdk.jobs.JobsDatabaseException;
import io.freightsdk.jobs.OrderCounts;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.jobs.OrderState;
import io.freightsdk.jobs.OrderState.State;
import io.freightsdk.jobs.StoppedOrder;
import io.freightsdk.jobs.Withdrawal;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.reads.PositionReading;
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
import okio.ByteString;
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

  private static final int MAX_TRIES = 3;

  /** One for the listener, and one that sends orders while it hangs. */
  private static final int MIN_THREADS = 2;

  /**
   * The scheduler's own polls, by the clock, are not needed: {@link JobsScheduler} triggers more.
   */
  private static final Duration POLLED_BY_SCHEDULER = Duration.ofHours(1);

  private static final Set<State> INACTIVE = Set.of(State.HAS_LOAD, State.STOPPED);

  /** An unknown task may belong to an instance of another version or name. */
  private static final Duration NEVER_DELETED = Duration.ofDays(36_500);

  private final String name;
  private final JobsDatabase database;
  private final TaskTable table;
  private final Clock clock;
  private final int threads;
  private final ListenerCalls calls;
  private final Serializer json = new JobData();
  private final String orderTask;
  private final String loadTask;
  private final String stoppedOrderTask;
  private final List<String> tasks;

  /**
   * The orders of a name.
   *
   * @param threads of a scheduler; at least two are used
   */
  public Orders(String name, DataSource source, Clock clock, int threads) {
    this.name = name;
    this.database = new JobsDatabase(source);
    this.clock = clock;
    this.threads = Math.max(MIN_THREADS, threads);
    this.calls = new ListenerCalls(this.threads, Time.MACHINE::nanos);
    this.orderTask = OrderTask.descriptor(name).getTaskName();
    this.loadTask = LoadTask.descriptor(name).getTaskName();
    this.stoppedOrderTask = StoppedOrderTask.descriptor(name).getTaskName();
    this.tasks = List.of(orderTask, loadTask, stoppedOrderTask);
    this.table = new TaskTable(database, tasks, () -> !calls.areAllBusy());
  }

  public void createTables() {
    database.createTables();
  }

  /** Fails if a table is missing. */
  public void requireTables() {
    database.requireTables();
  }

  /** The queue for the reads of this name. */
  public ReadQueue queue(FreightClient client, BigDecimal perDay) {
    return new ReadQueue(database, table, name, loadTask, client, perDay);
  }

  /** Begins to read within the budget of this queue; null for none. */
  public void begin(@Nullable ReadQueue queue) {
    if (queue != null) {
      queue.begin(clock.instant());
    } else {
      ReadQueue.end(database, table, name, loadTask, clock.instant());
    }
  }

  /** Processes orders and loads on its own threads, from this table only. */
  public JobsScheduler scheduler(JobsContext jobs) {
    Intervals intervals = jobs.intervals();
    List<Task<?>> run =
        List.of(
            OrderTask.of(jobs, calls, stopNotifications()),
            LoadTask.of(jobs, calls),
            StoppedOrderTask.of(jobs, calls));
    Scheduler scheduler =
        Scheduler.create(database.source(), run)
            .tableName(TaskTable.NAME)
            .jdbcCustomization(table.jdbc())
            .serializer(json)
            .schedulerName(new SchedulerName.Fixed(UUID.randomUUID().toString()))
            .threads(threads)
            .pollingInterval(POLLED_BY_SCHEDULER)
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
    return new JobsScheduler(scheduler, intervals.poll(), calls, this::unreported, jobs.listener());
  }

  private long unreported() {
    return database.autoCommitted(connection -> table.countToReport(connection, tasks));
  }

  /** Each in a new transaction. */
  private OrderTask.StopNotifications stopNotifications() {
    return new OrderTask.StopNotifications() {
      @Override
      public void schedule(String id, Order order) {
        byte[] data = json.serialize(order.toStopped());
        Instant now = clock.instant();
        Instant due = now.plus(StoppedOrderTask.CHECKED_AFTER);
        boolean unused =
            database.inTransaction(
                connection -> table.add(connection, stoppedOrderTask, id, data, due, now));
      }

      @Override
      public void makeDue(String id, Order order) {
        try {
          boolean unused =
              database.inTransaction(connection -> table.report(connection, stoppedOrderTask, id));
        } catch (JobsDatabaseException isDueAnyway) {
          JobsContext.debug(() -> "an order that stopped is told later: " + isDueAnyway);
        }
      }

      @Override
      public void cancel(String id) {
        boolean isCancelled =
            database.inTransaction(
                connection -> {
                  TaskTable.Row row = table.find(connection, stoppedOrderTask, id);
                  return row == null || table.remove(connection, row);
                });
        // The order's instance is then found dead again.
        if (!isCancelled) throw new IllegalStateException("the stop " + id + " is being checked");
      }
    };
  }

  /**
   * Inserts before it locks what is there: on MySQL two transactions that locked the place of a
   * missing row would deadlock.
   */
  public BookResult book(
      Connection connection, String reference, @Nullable String customer, CreateLoadInput input)
      throws SQLException {
    Order newer = Order.of(reference, customer, input);
    String id = id(reference);
    Instant now = clock.instant();
    // Between two statements its row may be removed, because its load exists: then it is added.
    byte[] data = json.serialize(newer);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      boolean isAdded = table.add(connection, orderTask, id, data, now, now);
      TaskTable.Row row =
          isAdded
              ? new TaskTable.Row(orderTask, id, ByteString.of(data), false, 1)
              : table.lockUnlessRunning(connection, orderTask, id);
      if (row == null) continue;
      String load = loadNumber(connection, id, row);
      if (load != null) {
        // It would only find this load, with its old content.
        if (isAdded) table.remove(connection, row);
        return new BookResult(BookResult.Result.HAS_LOAD, load);
      }
      if (isAdded) return new BookResult(BookResult.Result.STORED, null);
      if (row.running() || !order(row).isReplaceable()) {
        if (hasEnded(connection, id)) continue;
        break;
      }
      byte[] replaced = json.serialize(order(row).replacedBy(newer));
      if (table.replace(connection, row, replaced, now)) {
        return new BookResult(BookResult.Result.REPLACED, null);
      }
    }
    return new BookResult(BookResult.Result.MAY_HAVE_LOAD, null);
  }

  public Withdrawal withdraw(Connection connection, String reference) throws SQLException {
    String id = id(reference);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      TaskTable.Row row = table.lockUnlessRunning(connection, orderTask, id);
      if (row == null) {
        String load = followedLoad(table.findLatest(connection, loadTask, id));
        return load == null
            ? new Withdrawal(Withdrawal.Result.NOT_FOUND, null)
            : new Withdrawal(Withdrawal.Result.HAS_LOAD, load);
      }
      String load = loadNumber(connection, id, row);
      if (load != null) return new Withdrawal(Withdrawal.Result.HAS_LOAD, load);
      boolean canBeRemoved = !row.running() && order(row).isReplaceable();
      if (canBeRemoved && table.remove(connection, row)) {
        return new Withdrawal(
            order(row).mayHaveLoad()
                ? Withdrawal.Result.MAY_HAVE_LOAD
                : Withdrawal.Result.WITHDRAWN,
            null);
      }
      if (!hasEnded(connection, id)) break;
    }
    return new Withdrawal(Withdrawal.Result.MAY_HAVE_LOAD, null);
  }

  /** The load of an order, which the listener may not know yet; null for none. */
  private @Nullable String loadNumber(Connection connection, String id, TaskTable.Row order)
      throws SQLException {
    OrderLoad stored = order(order).load();
    if (stored != null) return stored.loadNumber();
    TaskTable.Row load = table.find(connection, loadTask, id);
    if (load == null) table.requireNotHidden(connection, loadTask, id);
    return followedLoad(load);
  }

  /** The number of the load of a row; null for none. */
  private @Nullable String followedLoad(TaskTable.@Nullable Row row) {
    return row == null
        ? null
        : json.deserialize(FollowedLoad.class, row.data().toByteArray()).loadNumber();
  }

  /** Whether an order has its load or no row any more: then it is looked at again. */
  private boolean hasEnded(Connection connection, String id) throws SQLException {
    TaskTable.Row row = table.find(connection, orderTask, id);
    return row == null || order(row).load() != null;
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
    String load = followedLoad(table.find(connection, loadTask, id));
    return load == null ? order : Optional.of(withLoad(reference, load));
  }

  private OrderState state(TaskTable.Row row) {
    Order order = order(row);
    OrderLoad load = order.load();
    if (load != null) {
      return withLoad(order.reference(), load.loadNumber());
    }
    Order.StopCause stop = order.stopped();
    State idle = stop == null ? State.WAITING : State.STOPPED;
    return new OrderState(
        order.reference(),
        row.running() ? State.SENDING : idle,
        null,
        stop == null ? List.of() : stop.problems());
  }

  private static OrderState withLoad(String reference, String loadNumber) {
    return new OrderState(reference, State.HAS_LOAD, loadNumber, List.of());
  }

  private Order order(TaskTable.Row row) {
    return json.deserialize(Order.class, row.data().toByteArray());
  }

  /** How many orders wait and for how long, on a separate connection. */
  public OrderCounts counts() {
    return database.autoCommitted(this::counts);
  }

  public OrderCounts counts(Connection connection) throws SQLException {
    return table.countStates(
        connection,
        orderTask,
        OrderTask.NEVER,
        table.countStored(connection, stoppedOrderTask),
        countWithEvents(connection));
  }

  /** Loads with events for the listener: it is called for them now, or again after a pause. */
  private TaskTable.Count countWithEvents(Connection connection) throws SQLException {
    long loads = 0;
    Instant oldest = null;
    for (byte[] data : table.toReportOrFailed(connection, loadTask)) {
      Instant since = withEventsSince(data);
      if (since == null) continue;
      loads++;
      oldest = TaskTable.earlier(oldest, since);
    }
    return new TaskTable.Count(loads, oldest);
  }

  /** Null if it has none, or cannot be read, perhaps because it is of a later version. */
  private @Nullable Instant withEventsSince(byte[] data) {
    FollowedLoad load;
    try {
      load = json.deserialize(FollowedLoad.class, data);
    } catch (RuntimeException unreadable) {
      JobsContext.debug(() -> "a load is not counted: " + unreadable);
      return null;
    }
    if (!load.hasEvents()) return null;
    PositionReading read = load.pending() != null ? load.pending() : load.reported();
    return read == null ? load.followedFrom() : read.readAt();
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
      JobsContext.warn(() -> "an order that stopped is not listed: " + unreadable);
      return Optional.empty();
    }
    return Optional.of(order.toStopped());
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
