package io.freightsdk.internal.reads;

import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.reads.PaidRead.Arrival;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Reads a load once for all processes with one {@link PositionCache}: the process that gets the
 * claim pays, the others poll the cache until the position is there or the claim has ended. A claim
 * is renewed while its read runs and ends soon after its process has crashed. If the cache throws,
 * the read is made without it.
 */
public final class CacheSource implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CacheSource.class.getName());

  /** Other processes wait no longer than this for an owner that has crashed. */
  private static final Duration LEASE = Duration.ofSeconds(40);

  private static final Duration RENEWAL = LEASE.dividedBy(4);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final PositionCache cache;
  private final AccountKeys keys;
  private final Timer timer;
  private final Executor blocking;

  /** In the order of their arrival, in which a close ends them; guarded by itself. */
  private final Set<PaidRead> waiting = new LinkedHashSet<>();

  private final AtomicBoolean warned = new AtomicBoolean();
  private volatile boolean closed;

  /**
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

  /** Answers the read from the cache, or pays for it, or waits for the process that pays. */
  void look(String loadNumber, PaidRead read) {
    Duration maxAge = read.spec.options().maxAge();
    if (maxAge == null || maxAge.isZero()) {
      read.pay(); // Only running reads are shared, and this process has none.
      return;
    }
    synchronized (waiting) {
      waiting.add(read);
    }
    CompletableFuture<Arrival> unused = read.whenComplete((arrival, failure) -> left(read));
    onAThread(new ClaimedRead(loadNumber, read)::look, read::pay);
    if (closed) {
      close();
    }
  }

  /** The last reading of a load by any process, however old; null for none. May block. */
  @Nullable PositionReading last(String loadNumber) {
    return ask(() -> cache.get(keys.keyOf(loadNumber)));
  }

  /** Ends every read that waits for another process. */
  @Override
  public void close() {
    closed = true;
    List<PaidRead> left;
    synchronized (waiting) {
      left = List.copyOf(waiting);
    }
    for (PaidRead read : left) {
      read.refuse(
          new FreightCancelledException(
              read.spec.failure().build(), "this client is closed, nothing was sent"));
    }
  }

  private void left(PaidRead read) {
    synchronized (waiting) {
      waiting.remove(read);
    }
  }

  private void onAThread(Runnable task, Runnable whenClosing) {
    try {
      blocking.execute(task);
    } catch (Throwable closing) {
      whenClosing.run();
    }
  }

  /** Calls the cache; null when it fails, then the read is made without it. */
  private <T> @Nullable T ask(Supplier<@Nullable T> question) {
    try {
      return question.get();
    } catch (Throwable e) {
      Level level = warned.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "the position cache failed; reads continue without it", e);
      return null;
    }
  }

  private void tell(Runnable message) {
    Object unused =
        ask(
            () -> {
              message.run();
              return true;
            });
  }

  /** One read that uses the cache. */
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
        release(); // Another process has stored its position and released its claim since the first
        // check.
      } else {
        payWithClaim();
      }
    }

    private boolean isServed() {
      PositionReading kept =
          ask(
              () -> {
                PositionReading found = cache.get(keys.keyOf(loadNumber));
                return found != null && read.accepts(found) ? found : null;
              });
      if (kept == null) {
        return false;
      }
      read.serve(kept);
      return true;
    }

    private void payWithClaim() {
      renewLater();
      CompletableFuture<Arrival> unused =
          read.whenComplete(
              (arrival, failure) -> {
                Runnable tell = () -> tellTheOthers(arrival);
                onAThread(tell, tell);
              });
      read.pay();
    }

    /**
     * Stores the position before it releases the claim, so that no other process pays in between.
     */
    private void tellTheOthers(@Nullable Arrival arrival) {
      renewal.cancel();
      if (arrival != null) {
        PositionReading reading = arrival.reading();
        tell(() -> cache.put(keys.keyOf(loadNumber), reading));
      }
      release();
    }

    private void renewLater() {
      renewal = later(RENEWAL, this::renew, () -> {});
    }

    private void renew() {
      Boolean mine = claim();
      if (read.isDone()) {
        release();
      } else if (!Boolean.FALSE.equals(mine)) {
        renewLater(); // Also after a cache that failed: the lease lasts longer than one renewal.
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

    private void release() {
      tell(() -> cache.release(keys.keyOf(loadNumber), owner));
    }
  }

  /**
   * Cache keys that separate accounts: two brokers with one cache never see each other's loads.
   * They contain only a digest of the agent key.
   */
  private static final class AccountKeys {
    /** 64 bits: enough to separate accounts, and no way to find the key. */
    private static final int DIGEST_CHARS = 16;

    private record Known(String agentKey, String prefix) {}

    private final String baseUrl;
    private final Supplier<String> agentKey;
    private final @Nullable String account;
    private volatile @Nullable Known known;

    /**
     * @param account name of the account; null to use a digest of the agent key
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
        String digest = ByteString.encodeUtf8(baseUrl + "\n" + key).sha256().hex();
        last = new Known(key, "freight:" + digest.substring(0, DIGEST_CHARS) + ":");
        known = last;
      }
      return last.prefix() + loadNumber;
    }
  }
}
