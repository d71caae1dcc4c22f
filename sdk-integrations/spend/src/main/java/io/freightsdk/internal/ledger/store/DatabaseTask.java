package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work on a database, the tries of it, and the answer to its caller. Tries are made by
 * the thread of the database, and the caller waits on his own.
 */
final class DatabaseTask<T extends @Nullable Object> {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** After this many failures other than conflicts, work that need not be stored is given up. */
  private static final int MAX_FAILURES = 3;

  /** A try of a change that takes longer has met a dead connection, or a lock that nobody frees. */
  private static final Duration LONGEST_TRY = Duration.ofSeconds(5);

  private static final Duration SHORTEST_TRY = Duration.ofMillis(200);

  /**
   * How long work is tried.
   *
   * @param atMost how long its caller waits
   * @param afterCallerLeft how long it is tried after that, if it has to be stored
   * @param pause the longest between two tries
   */
  record Timeouts(Duration atMost, Duration afterCallerLeft, Duration pause) {}

  private final Database database;
  private final DatabaseThread.Source source;
  private final Function<Handle, Change<T>> work;
  private final boolean isChange;
  private final Timeouts timeouts;

  /** Of work that has to be stored: receives why it could not be. */
  private final @Nullable Consumer<Throwable> lost;

  private final long deadline;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private volatile long dueAt = System.nanoTime();

  private volatile @Nullable Throwable lastFailure;

  /** Whether a commit was sent, so that it may be stored although it failed. */
  private volatile boolean mayBeStored;

  private int failures;
  private int conflicts;

  DatabaseTask(
      Database database,
      DatabaseThread.Source source,
      Function<Handle, Change<T>> work,
      boolean isChange,
      Timeouts timeouts,
      @Nullable Consumer<Throwable> lost) {
    this.database = database;
    this.source = source;
    this.work = work;
    this.isChange = isChange;
    this.timeouts = timeouts;
    this.lost = lost;
    this.deadline = System.nanoTime() + timeouts.atMost.toNanos();
  }

  /** Whether it has to be stored, also when its caller does not wait any more. */
  boolean mustBeStored() {
    return lost != null;
  }

  /** When it is to be tried, by the monotonic clock. */
  long dueAt() {
    return dueAt;
  }

  // --- the caller ---

  /** Waits for the answer. An interrupt does not end the wait, and is set again after it. */
  T await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          throw tooLate(e);
        } catch (ExecutionException e) {
          if (e.getCause() instanceof RuntimeException failure) throw failure;
          throw new AssertionError(e);
        }
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  // --- the thread of the database ---

  /** Tries it once; whether it is over, for better or for worse. */
  boolean tryOnce() {
    if (isTooLate()) return true;
    Throwable failure;
    try {
      boolean unused = answer.complete(result());
      return true;
    } catch (RuntimeException e) {
      boolean isOfTheWork = !Database.isOfDatabase(e);
      boolean isRefusal = e instanceof DatabaseException && !mustBeStored();
      if (isOfTheWork || isRefusal) {
        // After a commit without an answer nobody can say that nothing was stored.
        giveUp(mayBeStored ? failed(e) : e);
        return true;
      }
      failure = e;
    } catch (Throwable e) {
      failure = e;
    }
    lastFailure = failure;
    boolean isConflict = Database.isConflict(failure);
    if (isConflict) conflicts++;
    else failures++;
    boolean areEnough = failures >= MAX_FAILURES || failure instanceof Error;
    if (isTooLate()) {
      giveUp(tooLate(null));
      return true;
    }
    if ((areEnough && !mustBeStored()) || leftNanos() <= 0) {
      giveUp(failed(failure));
      return true;
    }
    dueAt = System.nanoTime() + pauseNanos(isConflict);
    return false;
  }

  private T result() throws SQLException {
    long longest = isChange ? LONGEST_TRY.toNanos() : Integer.MAX_VALUE * 1_000_000L;
    long nanos = Math.max(SHORTEST_TRY.toNanos(), Math.min(longest, leftNanos()));
    Duration atMost = source.isOfFile ? null : Duration.ofNanos(nanos);
    return isChange
        ? database.tryChange(this::changed, atMost)
        : database.tryRead(handle -> work.apply(handle).result(), atMost);
  }

  private Change<T> changed(Handle handle) {
    Change<T> change = work.apply(handle);
    if (!change.isChanged()) return change;
    if (isTooLate()) {
      throw DatabaseException.passing(database.noun(), "too late", null, null);
    }
    // The next step is the commit.
    mayBeStored = true;
    return change;
  }

  private long leftNanos() {
    long more = mustBeStored() ? timeouts.afterCallerLeft.toNanos() : 0;
    return deadline + more - System.nanoTime();
  }

  private boolean isTooLate() {
    return !mustBeStored() && leftNanos() <= 0;
  }

  /** A short, random pause after a conflict, so that two processes do not meet again. */
  private long pauseNanos(boolean isConflict) {
    long most = timeouts.pause.toNanos();
    if (isConflict) most = Math.min(most, TimeUnit.MILLISECONDS.toNanos(Math.min(conflicts, 20)));
    return ThreadLocalRandom.current().nextLong(most / 2, most + 1);
  }

  /** Ends it with a failure. What receives the failure may throw, and the thread goes on. */
  void giveUp(RuntimeException why) {
    try {
      if (lost != null) lost.accept(why);
    } catch (Throwable thrown) {
      LOG.log(System.Logger.Level.DEBUG, "a loss could not be told", thrown);
    } finally {
      boolean unused = answer.completeExceptionally(why);
    }
  }

  // --- messages ---

  private DatabaseException failed(Throwable failure) {
    return database.failed(failure, mayBeStored);
  }

  /** Says what failed, or what the work and all before it are waiting for. */
  private DatabaseException tooLate(@Nullable TimeoutException cause) {
    Throwable failure = lastFailure;
    boolean isBusyFile = source.isOfFile && (failure == null || Database.isConflict(failure));
    if (failure != null && !isBusyFile) return failed(failure);
    String seconds = String.format(Locale.ROOT, "%.1f s", timeouts.atMost.toMillis() / 1e3);
    String problem;
    String remedy = null;
    if (isBusyFile) {
      problem =
          "its file was in use for " + seconds + " by other calls or another program (SQLITE_BUSY)";
    } else if (source.isConnecting) {
      problem = "the data source gave no connection for " + seconds;
      remedy =
          "give the "
              + database.noun()
              + " a data source of its own, or its pool more connections: a paid call inside a"
              + " database transaction holds one and needs another";
    } else {
      problem = "the database did not answer for " + seconds;
    }
    return DatabaseException.passing(database.noun(), problem, remedy, cause);
  }
}
