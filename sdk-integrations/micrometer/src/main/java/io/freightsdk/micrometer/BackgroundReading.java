package io.freightsdk.micrometer;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A value of the network or of a database, for those who must not wait for it: a look shows what
 * was read last, and sets off a reading in the background if that is old. One reading runs at a
 * time. Safe for concurrent use.
 */
final class BackgroundReading<T> {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.micrometer");

  /** Not shorter than the usual time between two scrapes, so that each of them sees a new one. */
  static final Duration LIFE = Duration.ofSeconds(15);

  /** A reading that takes longer hangs. */
  static final Duration PATIENCE = Duration.ofSeconds(15);

  private final String what;
  private final Level ofFailure;
  private final Callable<T> read;
  private final LongSupplier nanoTime;
  private final Executor background;

  // Guarded by this.
  private @Nullable T last;
  private boolean running;
  private boolean begun;
  private long begunAt;
  private boolean hasFailed;

  /**
   * @param what is read, for the log
   * @param ofFailure level of a failure in the log; of the next ones, until it works again, DEBUG
   * @param read gives the value, or throws; may wait
   */
  BackgroundReading(
      String what, Level ofFailure, Callable<T> read, LongSupplier nanoTime, Executor background) {
    this.what = what;
    this.ofFailure = ofFailure;
    this.read = read;
    this.nanoTime = nanoTime;
    this.background = background;
  }

  /** What was read last; null before the first reading, after one that failed, while one hangs. */
  @Nullable T look() {
    if (begins()) {
      try {
        background.execute(this::run);
      } catch (Throwable noThread) {
        failed(noThread);
      }
    }
    synchronized (this) {
      boolean hangs = running && age() >= PATIENCE.toNanos();
      return hangs ? null : last;
    }
  }

  private synchronized boolean begins() {
    boolean isFresh = begun && age() < LIFE.toNanos();
    if (running || isFresh) return false;
    running = true;
    begun = true;
    begunAt = nanoTime.getAsLong();
    return true;
  }

  private long age() {
    return nanoTime.getAsLong() - begunAt;
  }

  private void run() {
    try {
      ended(read.call(), false);
    } catch (Throwable failure) {
      failed(failure);
    }
  }

  private void failed(Throwable failure) {
    boolean isFirst = ended(null, true);
    LOG.log(
        isFirst ? ofFailure : Level.DEBUG,
        what + " cannot be read; its meters are NaN until it can",
        failure);
  }

  /** Returns whether it worked before. */
  private synchronized boolean ended(@Nullable T value, boolean isFailure) {
    boolean hasWorked = !hasFailed;
    last = value;
    running = false;
    hasFailed = isFailure;
    return hasWorked;
  }
}
