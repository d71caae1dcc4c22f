package io.freightsdk.internal.database;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work on a database, the tries of it, and the answer to its caller. Tries are made by
 * the thread of the database, and the caller waits on his own.
 */
final class DatabaseTask<T extends @Nullable Object> implements Connections.CommitCheck {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** After this many failures other than conflicts, work that need not be stored is given up. */
  private static final int MAX_FAILURES = 3;

  /** A try of a change that takes longer has met a dead connection, or a lock that nobody frees. */
  private static final Duration LONGEST_TRY = Duration.ofSeconds(5);

  private static final Duration SHORTEST_TRY = Duration.ofMillis(200);

  /** What the JDK says, and what pools repeat. Its message is the URL, with the password in it. */
  private static final String NO_DRIVER = "No suitable driver";

  private static final Pattern DATABASE = Pattern.compile("jdbc:\\w+");

  /**
   * How long work is tried.
   *
   * @param atMost how long its caller waits
   * @param afterCallerLeft how long it is tried after that, if it has to be stored
   * @param pause the longest between two tries
   */
  record Timeouts(Duration atMost, Duration afterCallerLeft, Duration pause) {}

  private final Connections connections;
  private final String noun;
  private final Function<Handle, DatabaseThread.Change<T>> work;
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
      Connections connections,
      String noun,
      Function<Handle, DatabaseThread.Change<T>> work,
      boolean isChange,
      Timeouts timeouts,
      @Nullable Consumer<Throwable> lost) {
    this.connections = connections;
    this.noun = noun;
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
    } catch (Connections.WorkFailure own) {
      // After a commit without an answer nobody can say that nothing was stored.
      giveUp(mayBeStored ? failed(own.thrown) : own.thrown);
      return true;
    } catch (DatabaseException refused) {
      if (!mustBeStored()) {
        giveUp(refused);
        return true;
      }
      failure = refused;
    } catch (Throwable e) {
      failure = e;
    }
    lastFailure = failure;
    boolean isConflict = isConflict(failure);
    if (isConflict) conflicts++;
    else failures++;
    boolean areEnough = failures >= MAX_FAILURES || failure instanceof Error;
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
    int millis = (int) TimeUnit.NANOSECONDS.toMillis(nanos);
    return isChange
        ? connections.change(work, millis, this)
        : connections.read(handle -> work.apply(handle).result(), millis);
  }

  private long leftNanos() {
    long more = mustBeStored() ? timeouts.afterCallerLeft.toNanos() : 0;
    return deadline + more - System.nanoTime();
  }

  private boolean isTooLate() {
    return !mustBeStored() && leftNanos() <= 0;
  }

  @Override
  public void beforeCommit() throws SQLException {
    if (isTooLate()) throw new SQLException("its time is over", "HYT00");
    mayBeStored = true;
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

  private static boolean isConflict(Throwable failure) {
    return root(failure) instanceof SQLException sql && Database.isConflict(sql);
  }

  private DatabaseException failed(Throwable failure) {
    if (failure instanceof DatabaseException refused) return refused;
    Throwable root = root(failure);
    String message = String.valueOf(root.getMessage());
    if (message.startsWith(NO_DRIVER)) {
      Matcher url = DATABASE.matcher(message);
      return new DatabaseException(
          String.format(
              Locale.ROOT,
              "%s: no suitable driver for %s; add the JDBC driver of the database to the class"
                  + " path",
              noun,
              url.find() ? url.group() : "the URL of the data source"),
          null,
          false);
    }
    String kind =
        root instanceof SQLException sql
            ? "SQL state " + sql.getSQLState()
            : root.getClass().getSimpleName();
    String what = mayBeStored ? "commit" : "read or write";
    return new DatabaseException(
        String.format(Locale.ROOT, "%s: cannot %s (%s): %s", noun, what, kind, message),
        failure,
        true);
  }

  /** Says what failed, or what the work and all before it are waiting for. */
  private DatabaseException tooLate(TimeoutException cause) {
    Throwable failure = lastFailure;
    boolean isBusyFile = connections.isOfFile() && (failure == null || isConflict(failure));
    if (failure != null && !isBusyFile) return failed(failure);
    String seconds = String.format(Locale.ROOT, "%.1f s", timeouts.atMost.toMillis() / 1e3);
    String why;
    if (isBusyFile) {
      why = "%s: its file was in use for %s by other calls or another program (SQLITE_BUSY)";
    } else if (connections.isConnecting()) {
      why =
          "%1$s: the data source gave no connection for %2$s; a paid call inside a database"
              + " transaction holds one and needs another, so give the %1$s a data source of its"
              + " own, or its pool more connections";
    } else {
      why = "%s: the database did not answer for %s";
    }
    return new DatabaseException(String.format(Locale.ROOT, why, noun, seconds), cause, true);
  }

  /** The first failure of SQL among the causes, or else the last of them. */
  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && !(root instanceof SQLException)) root = root.getCause();
    return root;
  }
}
