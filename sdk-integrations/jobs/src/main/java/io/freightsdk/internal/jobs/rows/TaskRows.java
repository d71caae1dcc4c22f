package io.freightsdk.internal.jobs.rows;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.AutodetectJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import io.freightsdk.internal.jobs.rules.Intervals;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Dialect;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.jspecify.annotations.Nullable;

/**
 * Inserts and moves the tasks of db-scheduler, and builds the scheduler. A task means that the
 * order or load of a reference needs a run. The row of the order or load has the id of its task,
 * and a task with another id ends without effect. So a row that needs a run gets a new id and a new
 * task in one transaction. Of an existing task, only the time is changed.
 */
public final class TaskRows {
  /** The scheduler needs no polls of its own, because {@code JobsScheduler} triggers them. */
  private static final Duration POLLED_BY_SCHEDULER = Duration.ofHours(1);

  /** An unknown task may belong to jobs with another name. */
  private static final Duration NEVER_DELETED = Duration.ofDays(36_500);

  private static final Serializer TEXT =
      new Serializer() {
        @Override
        public byte[] serialize(Object reference) {
          return ((String) reference).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] reference) {
          return type.cast(new String(reference, StandardCharsets.UTF_8));
        }
      };

  /**
   * The row that db-scheduler inserts, too; its own insert needs a connection of the data source.
   */
  private static final String INSERT =
      """
      INSERT INTO freight_tasks (task_name, task_instance, task_data, execution_time, picked,
        version)
      VALUES (:name, :id, :data, :at, FALSE, 1)
      """;

  /** The condition that the task of a row was deleted. */
  static final String IS_DELETED =
      "NOT EXISTS (SELECT 1 FROM freight_tasks WHERE task_name = :task AND task_instance = task_id)";

  private final Database database;
  private final JdbcCustomization jdbc;
  public final TaskDescriptor<String> order;
  public final TaskDescriptor<String> load;

  TaskRows(Database database, String name) {
    this.database = database;
    boolean inUtc = database.dialect().hasTimesWithoutZone();
    // The detection finds nothing special in H2, and warns about it.
    this.jdbc =
        database.dialect() == Dialect.H2
            ? new DefaultJdbcCustomization(inUtc)
            : new AutodetectJdbcCustomization(database.source(), inUtc);
    this.order = TaskDescriptor.of("freight-order/" + name, String.class);
    this.load = TaskDescriptor.of("freight-load/" + name, String.class);
  }

  /** Inserts the task of a row, in the transaction that stores its id in the row. */
  void schedule(
      Handle handle, TaskDescriptor<String> task, String id, String reference, Instant at) {
    handle
        .createUpdate(INSERT)
        .bind("name", task.getTaskName())
        .bind("id", id)
        .bind("data", TEXT.serialize(reference))
        .bind("at", time(at))
        .execute();
  }

  /** Moves a task to this time, unless it runs. */
  boolean moveTo(Handle handle, TaskDescriptor<String> task, String id, Instant at) {
    return 1
        == handle
            .createUpdate(
                "UPDATE freight_tasks SET execution_time = :at WHERE task_name = :name"
                    + " AND task_instance = :id AND picked = FALSE")
            .bind("at", time(at))
            .bind("name", task.getTaskName())
            .bind("id", id)
            .execute();
  }

  /** A time as the scheduler itself stores it. */
  private Argument time(Instant at) {
    return (position, statement, context) -> jdbc.setInstant(statement, position, at);
  }

  /** Reads the time of a task; null if it is missing. */
  @Nullable Instant time(ResultSet row) throws SQLException {
    return row.getObject("execution_time") == null ? null : jdbc.getInstant(row, "execution_time");
  }

  /** Runs due tasks of this table when it is triggered. */
  public Scheduler scheduler(List<Task<?>> tasks, int threads, Intervals intervals, Clock clock) {
    return Scheduler.create(database.source(), tasks)
        .tableName("freight_tasks")
        .serializer(TEXT)
        .jdbcCustomization(jdbc)
        .schedulerName(new SchedulerName.Fixed(UUID.randomUUID().toString()))
        .threads(threads)
        .pollingInterval(POLLED_BY_SCHEDULER)
        .heartbeatInterval(intervals.heartbeat())
        .missedHeartbeatsLimit(4)
        .deleteUnresolvedAfter(NEVER_DELETED)
        .shutdownMaxWait(Duration.ofSeconds(10))
        .commitWhenAutocommitDisabled(true)
        // Each task logs its own failures, with the order or load.
        .failureLogging(LogLevel.DEBUG, true)
        .clock(clock::instant)
        .build();
  }
}
