package io.freightsdk.internal.reads;

import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.call.Timer;
import io.freightsdk.internal.call.Timer.Cancellable;
import io.freightsdk.internal.reads.PaidRead.Arrival;
import io.freightsdk.watch.PositionCache;
import io.freightsdk.watch.PositionReading;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all processes over one {@link PositionCache}: who gets the claim pays, the
 * others look into the cache until its answer is there or the claim has ended. A claim is renewed
 * while its reader lives and ends soon after it died. Whatever the cache throws, the read is made
 * without it.
 */
public final class CacheSource implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CacheSource.class.getName());

  /** A claimant that died is waited for no longer than this. */
  private static final Duration LEASE = Duration.ofSeconds(40);

  private static final Duration RENEWAL = LEASE.dividedBy(4);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final PositionCache cache;
  private final AccountKeys keys;
  private final Timer timer;
  private final Executor blocking;
  private final Set<PaidRead> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Reads over a cache.
   *
   * @param baseUrl the service, and {@code agentKey} the account, that cache keys stand for
   * @param blocking where the cache may block
   */
  public CacheSource(
      PositionCache cache,
      String baseUrl,
      Supplier<String> agentKey,
      Timer timer,
      Executor blocking) {
    this.cache = cache;
    this.keys = new AccountKeys(baseUrl, agentKey, cache.account());
    this.timer = timer;
    this.blocking = blocking;
  }

  /** Serves the read from the cache, or pays for it, or waits for the process that pays. */
  void look(String loadNumber, PaidRead read) {
    if (Duration.ZERO.equals(read.spec.options().maxAge())) {
      read.pay(); // Only reads under way are shared, and this process has none.
      return;
    }
    waiting.add(read);
    CompletableFuture<Arrival> unused =
        read.whenComplete((arrival, failure) -> waiting.remove(read));
    onAThread(new ClaimedRead(loadNumber, read)::look, read::pay);
    if (closed) {
      close();
    }
  }

  /** Ends every read that waits for another process. */
  @Override
  public void close() {
    closed = true;
    for (PaidRead read : waiting) {
      read.refuse(
          new FreightCancelledException(
              FailureFacts.refused(read.spec.operation(), NextStep.NONE, null),
              "this client is closed, nothing was sent"));
    }
  }

  private void onAThread(Runnable task, Runnable whenClosing) {
    try {
      blocking.execute(task);
    } catch (Throwable closing) {
      whenClosing.run();
    }
  }

  /** Asks the cache; null when it fails, which costs sharing and never a read. */
  private <T> @Nullable T ask(Supplier<@Nullable T> question) {
    try {
      return question.get();
    } catch (Throwable e) {
      Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "the position cache failed; reads go on without it", e);
      return null;
    }
  }

  /** One read on its way between the cache and the wire. */
  private final class ClaimedRead {
    private final String loadNumber;
    private final PaidRead read;
    private final String owner = UUID.randomUUID().toString();
    private Cancellable renewal = Cancellable.NOTHING;

    ClaimedRead(String loadNumber, PaidRead read) {
      this.loadNumber = loadNumber;
      this.read = read;
    }

    void look() {
      if (read.isDone() || isServed()) {
        return;
      }
      Boolean claimed = claim();
      if (claimed == null) {
        read.pay();
      } else if (!claimed) {
        later(LOOK_AGAIN, this::look, read::pay);
      } else if (read.isDone() || isServed()) {
        release(); // Another process answered and gave its claim back since the look above.
      } else {
        payWithClaim();
      }
    }

    private boolean isServed() {
      PositionReading kept = ask(() -> cache.get(keys.keyOf(loadNumber)));
      boolean served = kept != null && read.accepts(kept);
      if (kept != null && served) {
        read.serve(kept);
      }
      return served;
    }

    private void payWithClaim() {
      renewLater();
      CompletableFuture<Arrival> unused =
          read.whenComplete(
              (arrival, failure) -> onAThread(() -> tellTheOthers(arrival), () -> {}));
      read.pay();
    }

    /** Published before the claim is free, so that no other process pays in between. */
    private void tellTheOthers(@Nullable Arrival arrival) {
      renewal.cancel();
      if (arrival != null) {
        publish(arrival.reading());
      }
      release();
    }

    private void renewLater() {
      renewal = later(RENEWAL, this::renew, () -> {});
    }

    private void renew() {
      boolean mine = Boolean.TRUE.equals(claim());
      if (read.isDone()) {
        release();
      } else if (mine) {
        renewLater();
      }
    }

    private Cancellable later(Duration delay, Runnable task, Runnable whenClosing) {
      try {
        return timer.after(delay, () -> onAThread(task, whenClosing));
      } catch (Throwable closing) {
        whenClosing.run();
        return Cancellable.NOTHING;
      }
    }

    private @Nullable Boolean claim() {
      return ask(() -> cache.claim(keys.keyOf(loadNumber), owner, LEASE));
    }

    private void publish(PositionReading reading) {
      Object unused =
          ask(
              () -> {
                cache.put(keys.keyOf(loadNumber), reading);
                return true;
              });
    }

    private void release() {
      Object unused =
          ask(
              () -> {
                cache.release(keys.keyOf(loadNumber), owner);
                return true;
              });
    }
  }

  /**
   * Keys of a shared cache that keep accounts apart: two brokers over one cache never see each
   * other's loads. The agent key enters as a digest only.
   */
  private static final class AccountKeys {
    /** 64 bits: enough to keep accounts apart, too few and too one-way to find a key by. */
    private static final int DIGEST_BYTES = 8;

    private record Known(String agentKey, String prefix) {}

    private final String baseUrl;
    private final Supplier<String> agentKey;
    private final @Nullable String account;
    private volatile @Nullable Known known;

    /**
     * @param account what keeps the accounts apart instead of the agent key; null for that
     */
    AccountKeys(String baseUrl, Supplier<String> agentKey, @Nullable String account) {
      this.account = account;
      this.baseUrl = baseUrl;
      this.agentKey = agentKey;
    }

    String keyOf(String loadNumber) {
      if (account != null) {
        return "freight:" + account + ":" + loadNumber;
      }
      String key = agentKey.get();
      Known last = known;
      if (last == null || !last.agentKey().equals(key)) {
        last = new Known(key, "freight:" + digest(baseUrl + "\n" + key) + ":");
        known = last;
      }
      return last.prefix() + loadNumber;
    }

    private static String digest(String text) {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError("every Java platform has SHA-256", e);
      }
    }
  }
}
