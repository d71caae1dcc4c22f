package io.freightsdk.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of HTTP hosts. Their number is limited, and a session that was silent for too long
 * expires. A session with a running call or an open stream is not silent.
 */
final class HttpSessions implements AutoCloseable {
  static final int MOST = 100;
  static final Duration EXPIRY = Duration.ofMinutes(30);

  /** When there are too many sessions, one that was silent this long is ended. */
  static final Duration MAKES_ROOM = Duration.ofMinutes(1);

  // Notifications for each host; if a host does not read them, the oldest are dropped.
  private static final int MOST_WAITING = 16;
  private static final long HEARTBEAT_SECONDS = 15;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Function<HttpEndpoint.User, Session> opener;
  private final Function<HttpEndpoint.User, Session> alone;
  private final Clock clock;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * @param opener makes a session that a host opens
   * @param alone makes one for a request that belongs to none
   */
  HttpSessions(
      Function<HttpEndpoint.User, Session> opener,
      Function<HttpEndpoint.User, Session> alone,
      Clock clock) {
    this.opener = opener;
    this.alone = alone;
    this.clock = clock;
  }

  /** A session and its stream of notifications. */
  final class Entry {
    private final String id;
    private final HttpEndpoint.User user;
    private final Session session;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicBoolean listening = new AtomicBoolean();
    private volatile Instant lastUsed = clock.instant();
    private volatile boolean ended;

    private Entry(String id, HttpEndpoint.User user, Session session) {
      this.id = id;
      this.user = user;
      this.session = session;
    }

    String id() {
      return id;
    }

    Session session() {
      return session;
    }

    private boolean isSilent(Duration time, Instant now) {
      return !listening.get()
          && session.calls() == 0
          && Duration.between(lastUsed, now).compareTo(time) >= 0;
    }

    private void offer(String event) {
      while (!waiting.offer(event)) waiting.poll();
    }

    /**
     * Writes to the stream until it breaks or the session ends; false if there is a stream already.
     */
    boolean listen(HttpExchange exchange) throws IOException {
      if (!listening.compareAndSet(false, true)) return false;
      try {
        EventStream.begin(exchange);
        exchange.getResponseBody().flush();
        while (!ended) {
          String event = waiting.poll(HEARTBEAT_SECONDS, TimeUnit.SECONDS);
          String text = event == null ? EventStream.HEARTBEAT : event;
          if (text.isEmpty()) continue;
          exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
          exchange.getResponseBody().flush();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        lastUsed = clock.instant();
        listening.set(false);
      }
      return true;
    }

    void awaitAnswer(CountDownLatch over) throws InterruptedException {
      while (!ended && !over.await(1, TimeUnit.SECONDS)) lastUsed = clock.instant();
    }

    private void end() {
      session.close();
      ended = true;
      // Wakes the stream, which then sees that the session has ended.
      offer("");
    }
  }

  /** A session for one request, which is not kept. */
  Entry alone(HttpEndpoint.User user) {
    return new Entry("", user, alone.apply(user));
  }

  /** A new session; null while there are too many. */
  @Nullable Entry open(HttpEndpoint.User user) {
    Instant now = clock.instant();
    for (Entry entry : entries.values()) if (entry.isSilent(EXPIRY, now)) end(entry.id());
    synchronized (this) {
      // Hosts that reconnect without ending their session must not block others for half an hour.
      if (entries.size() >= MOST) {
        entries.values().stream()
            .filter(entry -> entry.isSilent(MAKES_ROOM, now))
            .min(Comparator.comparing(entry -> entry.lastUsed))
            .ifPresent(longestSilent -> end(longestSilent.id()));
      }
      if (entries.size() >= MOST) return null;
      byte[] bits = new byte[16];
      RANDOM.nextBytes(bits);
      Entry entry = new Entry(HexFormat.of().formatHex(bits), user, opener.apply(user));
      entries.put(entry.id(), entry);
      return entry;
    }
  }

  /** Finds a session of a user and marks it as used; null if there is none or it has expired. */
  @Nullable Entry find(String id, HttpEndpoint.User user) {
    Entry entry = entries.get(id);
    if (entry == null || !entry.user.equals(user)) return null;
    Instant now = clock.instant();
    if (entry.isSilent(EXPIRY, now)) {
      end(id);
      return null;
    }
    entry.lastUsed = now;
    return entry;
  }

  void end(String id) {
    Entry entry = entries.remove(id);
    if (entry != null) entry.end();
  }

  /** Sends a message to every host. */
  void tellAll(Map<String, ? extends @Nullable Object> message) {
    String event = EventStream.event(message);
    entries.values().forEach(entry -> entry.offer(event));
  }

  @Override
  public void close() {
    entries.keySet().forEach(this::end);
  }
}
