package io.freightsdk.internal.reads;

import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.text.TimeText;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link PositionCache} that nobody waits for longer than a second: one that throws or hangs is
 * one without positions. While a question has had no answer for that long, no other is asked, so
 * that a cache that hangs does not take one thread after the other.
 */
public final class SafeCache {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.reads");

  static final Duration PATIENCE = Duration.ofSeconds(1);

  /** 64 bits: enough to separate accounts, and no way to find the key. */
  private static final int DIGEST_CHARS = 16;

  private final PositionCache cache;
  private final Supplier<String> digest;
  private final Timer timer;
  private final Executor threads;

  /** Questions that nobody waits for any more. */
  private final AtomicInteger overdue = new AtomicInteger();

  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * @param digest of the account whose key is used now
   * @param threads where the cache may block
   */
  public SafeCache(PositionCache cache, Supplier<String> digest, Timer timer, Executor threads) {
    this.cache = cache;
    this.digest = digest;
    this.timer = timer;
    this.threads = threads;
  }

  /**
   * The stored reading, however old and of whichever load; null for none, and when the cache does
   * not say in time. Never fails.
   */
  CompletableFuture<@Nullable PositionReading> get(String loadNumber, Duration atMost) {
    Duration patience = atMost.compareTo(PATIENCE) < 0 ? atMost : PATIENCE;
    return ask(() -> cache.get(key(loadNumber)), patience);
  }

  /** Stores a reading. Done when it is stored, or cannot be. Never fails. */
  CompletableFuture<?> put(String loadNumber, PositionReading reading) {
    return ask(
        () -> {
          cache.put(key(loadNumber), reading);
          return true;
        },
        PATIENCE);
  }

  private String key(String loadNumber) {
    return "freight:" + digest.get().substring(0, DIGEST_CHARS) + ":" + loadNumber;
  }

  private <T> CompletableFuture<@Nullable T> ask(
      Supplier<? extends @Nullable T> question, Duration atMost) {
    CompletableFuture<@Nullable T> answer = new CompletableFuture<>();
    if (overdue.get() > 0) {
      answer.complete(null);
      return answer;
    }
    try {
      Cancellable limit = timer.after(atMost, () -> timeIsUp(answer, atMost));
      threads.execute(
          () -> {
            T said = say(question);
            limit.cancel();
            if (!answer.complete(said)) overdue.decrementAndGet();
          });
    } catch (Throwable closing) {
      answer.complete(null);
    }
    return answer;
  }

  private <T> @Nullable T say(Supplier<? extends @Nullable T> question) {
    try {
      return question.get();
    } catch (Throwable thrown) {
      failed(thrown);
      return null;
    }
  }

  /** On the timer: what waits for the answer goes on elsewhere. */
  private void timeIsUp(CompletableFuture<?> answer, Duration waited) {
    overdue.incrementAndGet(); // Before anybody asks the next question.
    Runnable giveUp =
        () -> {
          if (answer.complete(null)) {
            failed(new TimeoutException("no answer within " + TimeText.of(waited)));
          } else {
            overdue.decrementAndGet();
          }
        };
    try {
      threads.execute(giveUp);
    } catch (Throwable closing) {
      giveUp.run();
    }
  }

  private void failed(Throwable why) {
    Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
    LOG.log(level, "the position cache failed; reads continue without it", why);
  }
}
