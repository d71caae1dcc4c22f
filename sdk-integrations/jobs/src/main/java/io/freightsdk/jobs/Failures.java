package io.freightsdk.jobs;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.sql.DatabaseException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Failures of orders and loads: the wait reason, and the log line. A bug or a wrong table has a
 * warning with its stack trace, once an hour for each place in the code. Failures of the service, a
 * limit or a database that is unavailable are at DEBUG, because the rows and the database show
 * them. Safe for concurrent use.
 */
final class Failures {
  private static final Duration WARN_EVERY = Duration.ofHours(1);

  /** SQLite's code of a statement that names a missing table or column; drivers' own have 0. */
  private static final int SQLITE_ERROR = 1;

  private static final String JOBS = "io.freightsdk.jobs.";

  /** When a failure was logged, by its place in the code. */
  private final Map<Integer, Long> warned = new ConcurrentHashMap<>();

  /** Code of the application failed before anything was sent. */
  static class NothingSent extends RuntimeException {
    private static final long serialVersionUID = 1;

    NothingSent(String what, @Nullable Throwable cause) {
      super(cause == null ? what : what + " failed with " + cause, cause);
    }
  }

  /** A customer has no client. */
  static final class NoClient extends NothingSent {
    private static final long serialVersionUID = 1;

    NoClient(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  /** Whether nothing was sent: the client throws IllegalArgumentException for an unknown scope. */
  static boolean isUnsent(Throwable cause) {
    return cause instanceof NothingSent || cause instanceof IllegalArgumentException;
  }

  static WaitReason waitReason(Throwable cause) {
    if (cause instanceof NoClient) return WaitReason.KEY;
    if (isUnsent(cause)) return WaitReason.LIMIT;
    // The next step of a limit that has enough left tomorrow is not RAISE_LIMIT.
    if (cause instanceof SpendLimitExceededException) return WaitReason.LIMIT;
    if (!(cause instanceof FreightException failure)) return WaitReason.OUTAGE;
    return switch (failure.nextStep()) {
      case TOP_UP -> WaitReason.BALANCE;
      case RAISE_LIMIT -> WaitReason.LIMIT;
      case FIX_KEY -> WaitReason.KEY;
      default -> WaitReason.OUTAGE;
    };
  }

  void log(Supplier<String> line, Throwable cause) {
    boolean isExpected =
        cause instanceof FreightException
            || cause instanceof ListenerCalls.NotAccepted // It has been logged.
            || isUnsent(cause)
            || isUnavailableDatabase(cause);
    if (isExpected) {
      JobsLog.debug(line);
    } else {
      warnOnce(line, cause);
    }
  }

  /** Warns, unless the same place has failed within the last hour. */
  void warnOnce(Supplier<String> line, Throwable thrown) {
    long now = TimeSource.MACHINE.nanos();
    int place = place(thrown);
    Long loggedAt =
        warned.merge(place, now, (last, same) -> now - last < WARN_EVERY.toNanos() ? last : now);
    if (loggedAt == now) JobsLog.warn(line, thrown);
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
