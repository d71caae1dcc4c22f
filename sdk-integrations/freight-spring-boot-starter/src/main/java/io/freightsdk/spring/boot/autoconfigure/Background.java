package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.micrometer.FreightReadings.Reading;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is read on a thread of its own, one reading at a time: a database that hangs keeps
 * one thread, however often it is asked.
 */
final class Background<T> {
  private final Clock clock;
  private final Supplier<T> read;

  // Guarded by this.
  private @Nullable CompletableFuture<Reading<T>> running;
  private @Nullable Reading<T> last;

  Background(Clock clock, Supplier<T> read) {
    this.clock = clock;
    this.read = read;
  }

  /** Begins a reading, or joins the one that runs. */
  CompletableFuture<Reading<T>> now() {
    CompletableFuture<Reading<T>> mine = new CompletableFuture<>();
    synchronized (this) {
      if (running != null) return running;
      running = mine;
    }
    Instant at = clock.instant();
    try {
      Thread thread = new Thread(() -> run(mine, at), "freight-endpoint");
      thread.setDaemon(true);
      thread.start();
    } catch (Throwable e) {
      ended(mine, null, e); // No thread.
    }
    return mine;
  }

  private void run(CompletableFuture<Reading<T>> mine, Instant at) {
    try {
      ended(mine, new Reading<>(read.get(), at), null);
    } catch (Throwable e) {
      ended(mine, null, e);
    }
  }

  private void ended(
      CompletableFuture<Reading<T>> mine, @Nullable Reading<T> reading, @Nullable Throwable why) {
    synchronized (this) {
      if (reading != null) last = reading;
      running = null;
    }
    if (reading != null) mine.complete(reading);
    else mine.completeExceptionally(why == null ? new IllegalStateException("nothing") : why);
  }

  /** The last that was read, however old; null if it never was. */
  synchronized @Nullable Reading<T> last() {
    return last;
  }
}
