package io.freightsdk.internal.client;

import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.spend.SpendStore;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import okhttp3.HttpUrl;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What clients share that were made from each other: threads and timer, which the last that is
 * closed frees, and the knowledge whose books are whose. Safe for concurrent use.
 */
public final class ClientFamily {
  final Threads threads;
  public final Timer timer;

  /** The books of each account, by {@link #account}; guarded by this. */
  private final Map<String, SpendStore> books = new HashMap<>();

  /** Clients that are open; guarded by this. */
  private int open;

  /** Guarded by this. */
  private boolean closed;

  /** A family without a client; both are freed with its last one. */
  public ClientFamily(Threads threads, Timer timer) {
    this.threads = threads;
    this.timer = timer;
  }

  /**
   * A name for the account of an agent key, from which the key cannot be found; null when its
   * supplier gives none now.
   */
  public static @Nullable String account(HttpUrl baseUrl, Supplier<String> agentKey) {
    try {
      return ByteString.encodeUtf8(baseUrl + "\n" + agentKey.get()).sha256().hex();
    } catch (Throwable noKeyYet) {
      return null;
    }
  }

  /**
   * The books that clients of this account have; {@code otherwise} from now on if they have none.
   */
  public synchronized SpendStore books(@Nullable String account, Supplier<SpendStore> otherwise) {
    SpendStore known = account == null ? null : books.get(account);
    if (known != null) return known;
    SpendStore made = otherwise.get();
    if (account != null) books.put(account, made);
    return made;
  }

  /**
   * Counts one more client.
   *
   * @throws IllegalStateException when the last one is closed
   */
  synchronized void joined() {
    if (closed) {
      throw new IllegalStateException(
          "the client from which this one is made is closed, and so are its threads; start with"
              + " FreightClient.builder()");
    }
    open++;
  }

  /** The calls of one client have ended. */
  void left() {
    synchronized (this) {
      if (--open > 0) return;
      closed = true;
    }
    timer.close();
    threads.shutdown();
  }
}
