package io.freightsdk.internal.micrometer;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A value of the network or of a database, for callers that must not wait for it. It is read in the
 * background when somebody needs it and the last value is old. One reading runs at a time. Safe for
 * concurrent use.
 */
public final class BackgroundReading<T> {
  /** Not shorter than the usual time between two scrapes, so that each of them sees a new one. */
  public static final Duration LIFE = Duration.ofSeconds(15);

  /** A reading that takes longer hangs. */
  public static final Duration PATIENCE = Duration.ofSeconds(15);

  /** An older value is not shown: nobody has asked for it since, and it may have changed. */
  public static final Duration MAX_AGE = Duration.ofMinutes(3);

  private final Duration life;
  private final Callable<T> source;
  private final Consumer<@Nullable Throwable> changes;
  private final LongSupplier nanoTime;
  private final Executor background;

  // Guarded by this.
  private @Nullable CompletableFuture<T> latest;
  private long startedAt;
  private @Nullable T last;
  private long lastAt;
  private boolean fails;

  /**
   * A value that was not read yet.
   *
   * @param life how long a value or failure is used before it is read again
   * @param source returns the value, or throws; may wait
   * @param changes called with a failure when readings begin to fail, and with null when they work
   *     again
   * @param background runs the readings
   */
  public BackgroundReading(
      Duration life,
      Callable<T> source,
      Consumer<@Nullable Throwable> changes,
      LongSupplier nanoTime,
      Executor background) {
    this.life = life;
    this.source = source;
    this.changes = changes;
    this.nanoTime = nanoTime;
    this.background = background;
  }

  /** Runs a reading on a thread that keeps no application alive. */
  public static void start(Runnable reading) {
    Thread thread = new Thread(reading, "freight-meters");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The last value, without waiting; null if it is unknown: before the first reading, after one
   * that failed, while one hangs, and if the value is too old.
   */
  public @Nullable T look() {
    CompletableFuture<T> reading = read();
    synchronized (this) {
      long now = nanoTime.getAsLong();
      boolean hangs = !reading.isDone() && now - startedAt >= PATIENCE.toNanos();
      boolean isOld = now - lastAt > MAX_AGE.toNanos();
      return hangs || isOld ? null : last;
    }
  }

  /** The last reading, or a new one if that is old. */
  public CompletableFuture<T> read() {
    CompletableFuture<T> reading;
    synchronized (this) {
      boolean isUsable = latest != null && (!latest.isDone() || isYoung());
      if (latest != null && isUsable) return latest.copy();
      reading = new CompletableFuture<>();
      latest = reading;
      startedAt = nanoTime.getAsLong();
    }
    try {
      background.execute(() -> run(reading));
    } catch (Throwable noThread) {
      ended(null, noThread);
      reading.completeExceptionally(noThread);
    }
    return reading.copy();
  }

  private boolean isYoung() {
    return nanoTime.getAsLong() - startedAt < life.toNanos();
  }

  private void run(CompletableFuture<T> reading) {
    try {
      T value = source.call();
      ended(value, null);
      reading.complete(value);
    } catch (Throwable failure) {
      ended(null, failure);
      reading.completeExceptionally(failure);
    }
  }

  private void ended(@Nullable T value, @Nullable Throwable failure) {
    boolean hasFailed = failure != null;
    boolean hasChanged;
    synchronized (this) {
      last = value;
      lastAt = startedAt;
      hasChanged = fails != hasFailed;
      fails = hasFailed;
    }
    if (hasChanged) changes.accept(failure);
  }
}
