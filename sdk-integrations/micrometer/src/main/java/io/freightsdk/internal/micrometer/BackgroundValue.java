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
 * background when it is requested and the last value is old. One read runs at a time. Safe for
 * concurrent use.
 */
public final class BackgroundValue<T> {
  /**
   * Time after which a value is read again: the usual time between two scrapes, so that each scrape
   * has a new value.
   */
  public static final Duration REFRESH_AFTER = Duration.ofSeconds(15);

  /** Maximum time of a read. A read that takes longer hangs. */
  public static final Duration MAX_READ_TIME = Duration.ofSeconds(15);

  /** An older value is not shown: nothing has requested it since, and it may have changed. */
  public static final Duration MAX_AGE = Duration.ofMinutes(3);

  private final Duration refreshAfter;
  private final Callable<T> source;
  private final Consumer<@Nullable Throwable> onChange;
  private final LongSupplier nanoTime;
  private final Executor background;

  // Guarded by this.
  private @Nullable CompletableFuture<T> latestRead;
  private long startedAt;
  private @Nullable T lastValue;
  private long lastReadAt;
  private boolean fails;

  /**
   * Creates a value that has not been read.
   *
   * @param refreshAfter time after which a value or failure is read again
   * @param source returns the value, or throws; may wait
   * @param onChange called with a failure when reads start to fail, and with null when they succeed
   *     again
   * @param background runs the reads
   */
  public BackgroundValue(
      Duration refreshAfter,
      Callable<T> source,
      Consumer<@Nullable Throwable> onChange,
      LongSupplier nanoTime,
      Executor background) {
    this.refreshAfter = refreshAfter;
    this.source = source;
    this.onChange = onChange;
    this.nanoTime = nanoTime;
    this.background = background;
  }

  /** Runs a read on a new daemon thread, without waiting; the read handles its failures itself. */
  public static void start(Runnable read) {
    Thread thread = new Thread(read, "freight-meters");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * The last value, without waiting; starts a read in the background if it is old. Null before the
   * first read, after a failed read, while a read hangs, and if the value is too old.
   */
  public @Nullable T latestValue() {
    CompletableFuture<T> read = read();
    synchronized (this) {
      long now = nanoTime.getAsLong();
      boolean hangs = !read.isDone() && now - startedAt >= MAX_READ_TIME.toNanos();
      boolean isOld = now - lastReadAt > MAX_AGE.toNanos();
      return hangs || isOld ? null : lastValue;
    }
  }

  /** The last read, or a new read if the last one is old. */
  public CompletableFuture<T> read() {
    CompletableFuture<T> read;
    synchronized (this) {
      boolean isUsable = latestRead != null && (!latestRead.isDone() || isFresh());
      if (latestRead != null && isUsable) return latestRead.copy();
      read = new CompletableFuture<>();
      latestRead = read;
      startedAt = nanoTime.getAsLong();
    }
    try {
      background.execute(() -> run(read));
    } catch (Throwable noThread) {
      store(null, noThread);
      read.completeExceptionally(noThread);
    }
    return read.copy();
  }

  private boolean isFresh() {
    return nanoTime.getAsLong() - startedAt < refreshAfter.toNanos();
  }

  private void run(CompletableFuture<T> read) {
    try {
      T value = source.call();
      store(value, null);
      read.complete(value);
    } catch (Throwable failure) {
      store(null, failure);
      read.completeExceptionally(failure);
    }
  }

  private void store(@Nullable T value, @Nullable Throwable failure) {
    boolean hasFailed = failure != null;
    boolean hasChanged;
    synchronized (this) {
      lastValue = value;
      lastReadAt = startedAt;
      hasChanged = fails != hasFailed;
      fails = hasFailed;
    }
    if (hasChanged) onChange.accept(failure);
  }
}
