package io.freightsdk.internal.jobs.tasks;

import io.freightsdk.error.FreightException;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.jobs.rules.WaitReasons;
import io.freightsdk.internal.sql.DatabaseException;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Logs failures. A bug or a wrong table has a warning with its stack trace, once an hour for each
 * place in the code. Failures of the service, a limit or a database that is unavailable are at
 * DEBUG, because the rows and the database show them. Safe for concurrent use.
 */
public final class FailureLog {
  private static final Duration WARN_EVERY = Duration.ofHours(1);

  /** SQLite's code of a statement that names a missing table or column; drivers' own have 0. */
  private static final int SQLITE_ERROR = 1;

  private static final String JOBS = "io.freightsdk.internal.jobs.";

  /** When a failure was logged, by its place in the code. */
  private final Map<Integer, Long> warned = new ConcurrentHashMap<>();

  void log(Supplier<String> line, Throwable cause) {
    boolean isExpected =
        cause instanceof FreightException
            || cause instanceof ListenerCalls.NotAccepted // It has been logged.
            || WaitReasons.isUnsent(cause)
            || isUnavailableDatabase(cause);
    if (isExpected) {
      JobsContext.LOG.log(Level.DEBUG, line);
    } else {
      warnHourly(line, cause);
    }
  }

  /** Warns, unless the same place has failed within the last hour. */
  void warnHourly(Supplier<String> line, Throwable thrown) {
    long now = TimeSource.MACHINE.nanos();
    int place = place(thrown);
    Long loggedAt =
        warned.merge(place, now, (last, same) -> now - last < WARN_EVERY.toNanos() ? last : now);
    if (loggedAt == now) JobsContext.LOG.log(Level.WARNING, line, thrown);
  }

  /** The stack trace up to the first frame of the jobs: a retry calls the same code elsewhere. */
  private static int place(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    int frames = 0;
    while (frames < trace.length && !trace[frames].getClassName().startsWith(JOBS)) frames++;
    return Arrays.hashCode(Arrays.copyOf(trace, Math.min(frames + 1, trace.length)));
  }

  /**
   * Whether the database is unavailable. A statement that always fails, for example because of a
   * missing column, is not such a failure.
   */
  private static boolean isUnavailableDatabase(Throwable cause) {
    if (!(cause instanceof DatabaseException && cause.getCause() instanceof SQLException failure)) {
      return false;
    }
    // A pool throws this for a missing connection.
    if (failure instanceof SQLTransientException) return true;
    String state = failure.getSQLState();
    if (state == null) return failure.getErrorCode() > SQLITE_ERROR;
    boolean isData = state.startsWith("22") || state.startsWith("23");
    return !isData && !state.startsWith("42");
  }
}
