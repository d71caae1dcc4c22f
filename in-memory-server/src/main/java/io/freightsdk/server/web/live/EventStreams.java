package io.freightsdk.server.web.live;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Open event streams of pages, all served by two threads that start with the first stream.
 *
 * <p>Looks at every stream's source twice a second and sends what changed: the service's own path
 * carries no listener, and a jump of the server's clock shows like anything else. A reader that
 * takes nothing for 10 s is cut off. Thread-safe.
 */
public final class EventStreams implements AutoCloseable {
  /** As many streams as are kept open at once; further ones are refused. */
  public static final int MOST_STREAMS = 100;

  private static final Duration CLOSE_PATIENCE = Duration.ofMillis(500);

  private final Duration period;
  private final Duration stallLimit;
  private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
  // Guards the three fields below: no thread may start after close().
  private final Object lock = new Object();
  private @Nullable Ticker server;
  private @Nullable Ticker watchdog;
  private boolean closed;

  /** No stream and no thread yet. */
  public EventStreams() {
    this(Duration.ofMillis(500), Duration.ofSeconds(10));
  }

  EventStreams(Duration period, Duration stallLimit) {
    this.period = period;
    this.stallLimit = stallLimit;
  }

  /**
   * Takes over {@code exchange} and keeps it open: its handler returns without closing it.
   *
   * @param known the version that the page shows already
   * @param source asked for the state at any moment, from another thread; null ends the stream
   * @return whether the stream was taken; if not, nothing was sent yet
   */
  public boolean open(HttpExchange exchange, String known, Supplier<@Nullable RegionUpdate> source)
      throws IOException {
    if (streams.size() >= MOST_STREAMS || !started()) return false;
    streams.add(EventStream.start(exchange, known, source));
    return true;
  }

  /** Ends every stream and both threads; none can be opened any more. */
  @Override
  public void close() {
    Ticker serving;
    Ticker watching;
    synchronized (lock) {
      closed = true;
      serving = server;
      watching = watchdog;
    }
    if (serving == null || watching == null) return;
    watching.stop();
    serving.stop();
    for (int i = 0; i < MOST_STREAMS && !serving.ended(CLOSE_PATIENCE); i++) serving.interrupt();
    watching.ended(CLOSE_PATIENCE);
  }

  private boolean started() {
    synchronized (lock) {
      if (closed) return false;
      if (server == null) {
        server = Ticker.start(period, this::serve, this::endAll);
        watchdog = Ticker.start(stallLimit, this::cutOffStalled, () -> {});
      }
      return true;
    }
  }

  private void serve() {
    streams.removeIf(
        stream -> {
          boolean over = !stream.sendChanges();
          if (over) stream.close();
          // An interrupt meant for this stream must not reach the next one.
          Thread.interrupted();
          return over;
        });
  }

  /** Only the thread that writes may end a stream: the JDK's response streams know one thread. */
  private void endAll() {
    for (EventStream stream : streams) {
      stream.close();
      Thread.interrupted();
    }
    streams.clear();
  }

  /** An interrupt closes the channel under a blocked write, which nothing else does. */
  private void cutOffStalled() {
    Ticker serving;
    synchronized (lock) {
      serving = server;
    }
    boolean stalled = streams.stream().anyMatch(stream -> stream.hasStalledFor(stallLimit));
    if (stalled && serving != null) serving.interrupt();
  }
}
