package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.sql.Backoff;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Database.Change;
import io.freightsdk.internal.sql.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Work on a database, its attempts, and the result for its caller; only the outcome of a call is
 * still tried after its caller has left. The thread of the database makes the attempts, and the
 * caller waits on its own thread.
 */
final class DatabaseTask<T extends @Nullable Object> {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** Work that need not be stored fails after this number of failures other than conflicts. */
  private static final int MAX_FAILURES = 3;

  private static final Duration CONFLICT_PAUSE = Duration.ofMillis(20);

  /**
   * An attempt that takes longer has a dead connection, or waits for a lock that is never released.
   */
  private static final Duration MAX_ATTEMPT_TIME = Duration.ofSeconds(5);

  private static final Duration MIN_ATTEMPT_TIME = Duration.ofMillis(200);

  private final DatabaseThread thread;
  private final Database database;
  private final DatabaseThread.ConnectionSource source;
  private final Function<Handle, Change<T>> work;
  private final boolean isChange;

  /** How long its caller waits. */
  private final Duration atMost;

  /** Receives the failure of work that has to be stored; null for other work. */
  private final @Nullable Consumer<Throwable> onLost;

  private final long deadline;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile long dueAt = System.nanoTime();

  private volatile @Nullable Throwable lastFailure;

  /** Whether a commit was sent, so that it may be stored although it failed. */
  private volatile boolean mayBeStored;

  private final Backoff backoff;

  DatabaseTask(
      DatabaseThread thread,
      Function<Handle, Change<T>> work,
      boolean isChange,
      Duration atMost,
      @Nullable Consumer<Throwable> onLost) {
    this.thread = thread;
    this.database = thread.database();
    this.source = thread.source;
    this.work = work;
    this.isChange = isChange;
    this.atMost = atMost;
    this.onLost = onLost;
    this.backoff =
        new Backoff(
            Integer.MAX_VALUE,
            Collections.min(List.of(CONFLICT_PAUSE, thread.maxPause)),
            onLost == null ? MAX_FAILURES : Integer.MAX_VALUE,
            thread.maxPause);
    this.deadline = System.nanoTime() + atMost.toNanos();
  }

  /** Whether it has to be stored, even if its caller no longer waits. */
  boolean mustBeStored() {
    return onLost != null;
  }

  /** The time of the next attempt, by the monotonic clock. */
  long dueAt() {
    return dueAt;
  }

  // --- the caller ---

  /** Waits for the result. An interrupt does not end the wait, and is set again after it. */
  T await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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

  /** Makes one attempt. Returns true if no more will follow. */
  boolean attempt() {
    if (isTooLate()) return true;
    Throwable failure;
    try {
      result.complete(run());
      return true;
    } catch (RuntimeException e) {
      boolean isOwnFailure = !Database.isOfDatabase(e);
      boolean isRefusal = e instanceof DatabaseException && !mustBeStored();
      if (isOwnFailure || isRefusal) {
        // After a commit without a response, the work may be stored.
        fail(mayBeStored ? translate(e) : e);
        return true;
      }
      failure = e;
    } catch (Throwable e) {
      failure = e;
    }
    lastFailure = failure;
    Duration pause = backoff.pauseAfter(failure);
    if (isTooLate()) {
      fail(tooLate(null));
      return true;
    }
    if (leftNanos() <= 0 || (pause == null && !mustBeStored())) {
      fail(translate(failure));
      return true;
    }
    dueAt = System.nanoTime() + (pause == null ? thread.maxPause : pause).toNanos();
    return false;
  }

  private T run() throws SQLException {
    long longest = isChange ? MAX_ATTEMPT_TIME.toNanos() : Integer.MAX_VALUE * 1_000_000L;
    long nanos = Math.max(MIN_ATTEMPT_TIME.toNanos(), Math.min(longest, leftNanos()));
    Duration limit = source.file != null ? null : Duration.ofNanos(nanos);
    return isChange
        ? database.tryChange(this::changed, limit)
        : database.tryWithoutTransaction(handle -> work.apply(handle).result(), limit);
  }

  private Change<T> changed(Handle handle) {
    Change<T> change = work.apply(handle);
    if (!change.isChanged()) return change;
    if (isTooLate()) {
      throw DatabaseException.transientFailure(database.component(), "too late", null, null);
    }
    // The next step is the commit.
    mayBeStored = true;
    return change;
  }

  private long leftNanos() {
    long more = mustBeStored() ? thread.extraTime.toNanos() : 0;
    return deadline + more - System.nanoTime();
  }

  private boolean isTooLate() {
    return !mustBeStored() && leftNanos() <= 0;
  }

  /** Ends it with a failure. The thread continues even if the receiver of the failure throws. */
  void fail(RuntimeException why) {
    try {
      if (onLost != null) onLost.accept(why);
    } catch (Throwable thrown) {
      LOG.log(System.Logger.Level.DEBUG, "a failure could not be reported", thrown);
    } finally {
      result.completeExceptionally(why);
    }
  }

  // --- messages ---

  private DatabaseException translate(Throwable failure) {
    return database.translate(failure, mayBeStored);
  }

  /** Creates the failure of late work: its last failure, or the reason for which it still waits. */
  private DatabaseException tooLate(@Nullable TimeoutException cause) {
    Throwable failure = lastFailure;
    boolean isBusyFile = source.file != null && (failure == null || Database.isConflict(failure));
    if (failure != null && !isBusyFile) return translate(failure);
    String seconds = String.format(Locale.ROOT, "%.1f s", atMost.toMillis() / 1e3);
    String problem;
    String remedy = null;
    if (isBusyFile) {
      problem =
          "its file was in use for " + seconds + " by other calls or another program (SQLITE_BUSY)";
    } else if (source.isConnecting) {
      problem = "the data source returned no connection within " + seconds;
      remedy =
          "give the "
              + database.component()
              + " its own data source, or its pool more connections: a paid call inside a database"
              + " transaction needs a second connection";
    } else {
      problem = "the database did not respond within " + seconds;
    }
    return DatabaseException.transientFailure(database.component(), problem, remedy, cause);
  }
}
