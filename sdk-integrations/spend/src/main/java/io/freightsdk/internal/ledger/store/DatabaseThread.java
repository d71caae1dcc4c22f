package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * One thread that does the work of all callers of this process on a database, over one connection
 * at a time. A caller waits for his answer with a time limit, and is never inside a driver or a
 * pool, which may keep a thread as long as they like. An interrupt of the caller does not reach the
 * database; H2 would close its file.
 *
 * <p>Work that fails is tried again, and other work is done between two tries. So work has to look
 * first for what it may have stored already. The ends of calls ({@link #storeEnd}) are done before
 * all other work: if one is not stored, its money stays set aside, but a reservation that is not
 * made only refuses a call. An executor of the JDK has no such queue.
 */
public final class DatabaseThread {
  /** The longest pause before work is tried again. */
  public static final Duration PAUSE = Duration.ofMillis(400);

  /**
   * How long the end of a call is tried after its caller has left: with the time of the caller less
   * than the minute after which its reservation becomes unknown.
   */
  public static final Duration AFTER_CALLER_LEFT = Duration.ofSeconds(30);

  /** The thread ends when there was no work for this long. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Source source;
  private final Database database;
  private final String name;
  private final Duration pause;
  private final Duration afterCallerLeft;

  private final ReentrantLock lock = new ReentrantLock();

  /** There is more work, or some is over. */
  private final Condition changed = lock.newCondition();

  // Guarded by the lock, like the two below.
  private final Deque<DatabaseTask<?>> ends = new ArrayDeque<>();
  private final Deque<DatabaseTask<?>> others = new ArrayDeque<>();
  private @Nullable Thread thread;

  /**
   * A thread for the connections of a data source.
   *
   * @param noun what messages and the thread call its user: "ledger"
   * @param role of the thread, for its name
   * @param pause the longest before work is tried again
   */
  public DatabaseThread(DataSource source, String noun, String role, Duration pause) {
    this(source, noun, role, pause, AFTER_CALLER_LEFT);
  }

  /**
   * One that is less patient.
   *
   * @param afterCallerLeft how long the end of a call is tried after its caller has left
   */
  DatabaseThread(
      DataSource source, String noun, String role, Duration pause, Duration afterCallerLeft) {
    this(new Source(source::getConnection, false), noun, role, pause, afterCallerLeft);
  }

  /** A thread for a file of SQLite. */
  DatabaseThread(SqliteFile file, String noun, String role) {
    this(new Source(file, true), noun, role, PAUSE, AFTER_CALLER_LEFT);
  }

  private DatabaseThread(
      Source source, String noun, String role, Duration pause, Duration afterCallerLeft) {
    this.source = source;
    this.database = new Database(source, noun);
    this.name = "freight-" + noun.replace(' ', '-') + "-" + role;
    this.pause = pause;
    this.afterCallerLeft = afterCallerLeft;
  }

  /** Where connections come from, and whether the thread waits for one now. */
  static final class Source implements ConnectionFactory {
    private final ConnectionFactory connections;

    /** Whether this process opened the file itself; then no statement waits. */
    final boolean isOfFile;

    volatile boolean isConnecting;

    Source(ConnectionFactory connections, boolean isOfFile) {
      this.connections = connections;
      this.isOfFile = isOfFile;
    }

    @Override
    public Connection openConnection() throws SQLException {
      isConnecting = true;
      try {
        return connections.openConnection();
      } finally {
        isConnecting = false;
      }
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
      connections.closeConnection(connection);
    }
  }

  /** The database; what runs on this thread may ask for its dialect. */
  public Database database() {
    return database;
  }

  // --- what callers ask for ---

  /**
   * Makes a change in one transaction. It is not begun or committed after the caller has left; a
   * commit that is on its way then may succeed.
   *
   * @param work what it throws beside the failures of its statements reaches the caller
   * @throws DatabaseException if the database failed, or the time was over
   */
  public <T extends @Nullable Object> T change(Function<Handle, Change<T>> work, Duration atMost) {
    return await(work, true, atMost, null);
  }

  /**
   * Stores the end of a call, before all other work. It is tried for half a minute after its caller
   * has left, whatever fails.
   *
   * @param lost called once if it could not be stored in the end
   */
  public <T extends @Nullable Object> T storeEnd(
      Function<Handle, Change<T>> work, Duration atMost, Consumer<Throwable> lost) {
    return await(work, true, atMost, lost);
  }

  /** Runs statements that may run again; each is a transaction of its own. */
  public <T extends @Nullable Object> T run(Function<Handle, T> statements, Duration atMost) {
    return await(handle -> new Change<>(statements.apply(handle), false), false, atMost, null);
  }

  /** Waits until the ends of calls are stored, at most this long. */
  public void awaitEnds(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!ends.isEmpty() && left > 0) left = changed.awaitNanos(left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private <T extends @Nullable Object> T await(
      Function<Handle, Change<T>> work,
      boolean isChange,
      Duration atMost,
      @Nullable Consumer<Throwable> lost) {
    DatabaseTask.Timeouts timeouts = new DatabaseTask.Timeouts(atMost, afterCallerLeft, pause);
    DatabaseTask<T> task = new DatabaseTask<>(database, source, work, isChange, timeouts, lost);
    begin(task);
    return task.await();
  }

  private void begin(DatabaseTask<?> task) {
    lock.lock();
    try {
      if (thread == null) start();
      queueOf(task).addLast(task);
      changed.signalAll();
    } catch (Throwable noThread) {
      task.giveUp(
          DatabaseException.passing(
              database.noun(), "no thread could be started for its database", null, noThread));
    } finally {
      lock.unlock();
    }
  }

  private Deque<DatabaseTask<?>> queueOf(DatabaseTask<?> task) {
    return task.mustBeStored() ? ends : others;
  }

  private void start() {
    Thread made = new Thread(this::workUntilIdle, name);
    made.setDaemon(true);
    made.start();
    thread = made;
  }

  // --- the thread ---

  private void workUntilIdle() {
    while (true) {
      DatabaseTask<?> next = next();
      if (next == null) return;
      boolean isOver = true;
      try {
        isOver = next.tryOnce();
      } catch (Throwable e) {
        // All other work needs this thread.
        next.giveUp(DatabaseException.passing(database.noun(), "its work failed", null, e));
      }
      if (isOver) remove(next);
    }
  }

  /** The next work that is due; null if there was none for a while, and the thread may end. */
  private @Nullable DatabaseTask<?> next() {
    lock.lock();
    try {
      long idle = IDLE_NANOS;
      while (true) {
        long now = System.nanoTime();
        DatabaseTask<?> first = null;
        for (Deque<DatabaseTask<?>> queue : List.of(ends, others)) {
          for (DatabaseTask<?> task : queue) {
            if (task.dueAt() - now <= 0) return task;
            if (first == null || task.dueAt() - first.dueAt() < 0) first = task;
          }
        }
        if (first != null) {
          long unused = changed.awaitNanos(first.dueAt() - now);
          idle = IDLE_NANOS;
        } else if (idle > 0) {
          idle = changed.awaitNanos(idle);
        } else {
          thread = null;
          return null;
        }
      }
    } catch (InterruptedException nobodyDoes) {
      thread = null;
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void remove(DatabaseTask<?> task) {
    lock.lock();
    try {
      boolean unused = queueOf(task).remove(task);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
