package io.freightsdk.server.web.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Open event streams of pages, each written by the thread of its own connection: a client that does
 * not read delays nobody, and the engine disconnects it.
 *
 * <p>One stream carries any number of pages, because a browser keeps only six connections to a
 * server. It checks its sources twice a second and sends what has changed. So the service needs no
 * listeners, and a jump of the server's clock is found like any other change. A heartbeat every 15
 * seconds tells pages that the server is alive, and its time. Safe for several threads.
 */
public final class EventStreams implements AutoCloseable {
  public static final int MOST_STREAMS = 400;

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration BEAT = Duration.ofSeconds(15);
  private static final int RECONNECT_MILLIS = 2_000;

  /** How a stream waits between two checks. */
  public interface Pauses {
    /** A time to measure by, in nanoseconds from any origin. */
    long nanoTime();

    /** Waits; whether the streams were closed meanwhile. */
    boolean isClosedAfter(Duration pause) throws InterruptedException;
  }

  /** The content of a page, called by the thread of its stream. */
  public interface Source {
    /** Whether an update may differ from the one before; true at the first call. */
    boolean hasChanged();

    /** The page at the last check for a change; null when it no longer exists. */
    @Nullable RegionUpdate update();
  }

  /**
   * A page that a stream keeps current.
   *
   * @param name unique within one stream
   * @param known the version that the page already shows
   */
  public record Topic(String name, String known, Source source) {}

  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * The streams being written, by client, oldest first. Its monitor guards it and {@link #open}.
   */
  private final Map<String, Deque<Writer>> clients = new HashMap<>();

  private int open;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Supplier<Instant> clock;
  private final Pauses pauses;

  /** Streams whose heartbeats contain the time of {@code clock}. */
  public EventStreams(Supplier<Instant> clock) {
    this.clock = clock;
    this.pauses =
        new Pauses() {
          @Override
          public long nanoTime() {
            return System.nanoTime();
          }

          @Override
          public boolean isClosedAfter(Duration pause) throws InterruptedException {
            return closing.await(pause.toNanos(), TimeUnit.NANOSECONDS);
          }
        };
  }

  /** The same with other pauses, for tests. */
  public EventStreams(Supplier<Instant> clock, Pauses pauses) {
    this.clock = clock;
    this.pauses = pauses;
  }

  /**
   * A new stream of {@code topics}, not yet written. When the largest number is open, the client
   * with the most streams loses one to a client that would have fewer, so no client can lock others
   * out.
   *
   * @return null when there is no place for this client, or the streams are closed
   */
  public @Nullable Stream open(String client, List<Topic> topics) {
    if (closing.getCount() == 0) return null;
    synchronized (clients) {
      boolean hasPlace = open < MOST_STREAMS || held(client) + 1 < heldByGreediest();
      return hasPlace ? new Writer(client, topics) : null;
    }
  }

  /** Ends every stream; none can be opened any more. */
  @Override
  public void close() {
    closing.countDown();
  }

  private int held(String client) {
    Deque<Writer> streams = clients.get(client);
    return streams == null ? 0 : streams.size();
  }

  private int heldByGreediest() {
    return clients.values().stream().mapToInt(Deque::size).max().orElse(0);
  }

  private void begin(Writer stream) {
    synchronized (clients) {
      clients.computeIfAbsent(stream.client, unknown -> new ArrayDeque<>()).add(stream);
      if (++open <= MOST_STREAMS) return;
      int most = heldByGreediest();
      for (Deque<Writer> streams : clients.values()) {
        if (streams.size() < most) continue;
        Writer oldest = streams.getFirst();
        oldest.evicted = true;
        end(oldest);
        return;
      }
    }
  }

  private void end(Writer stream) {
    synchronized (clients) {
      Deque<Writer> streams = clients.get(stream.client);
      if (streams == null || !streams.remove(stream)) return;
      if (streams.isEmpty()) clients.remove(stream.client);
      open--;
    }
  }

  /** One stream while it is written. Confined to its thread but for {@link #evicted}. */
  private final class Writer implements Stream {
    private final String client;
    private final List<Topic> topics;
    private final Map<String, String> shown = new HashMap<>();
    private volatile boolean evicted;
    private long lastBeat;

    Writer(String client, List<Topic> topics) {
      this.client = client;
      this.topics = new ArrayList<>(topics);
      for (Topic topic : topics) shown.put(topic.name, topic.known);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      begin(this);
      try {
        write(out);
      } finally {
        end(this);
      }
    }

    private void write(OutputStream out) throws IOException {
      send(out, "retry: " + RECONNECT_MILLIS + "\n\n" + beat());
      lastBeat = pauses.nanoTime();
      while (!topics.isEmpty()) {
        for (Topic topic : List.copyOf(topics)) look(topic, out);
        if (evicted) {
          send(out, "event: busy\ndata: -\n\n");
          return;
        }
        if (pauses.nanoTime() - lastBeat > BEAT.toNanos()) {
          send(out, beat());
          lastBeat = pauses.nanoTime();
        }
        if (!topics.isEmpty() && isClosedAfterPause()) return;
      }
    }

    private void look(Topic topic, OutputStream out) throws IOException {
      if (!topic.source.hasChanged()) return;
      RegionUpdate update = topic.source.update();
      if (update != null && !update.version().equals(shown.get(topic.name))) {
        String data = update.markup().replace("\r", "").replace("\n", "\ndata: ");
        String id = topic.name + "!" + update.version();
        send(out, "event: update\nid: " + id + "\ndata: " + data + "\n\n");
        shown.put(topic.name, update.version());
      }
      if (update == null) {
        send(out, "event: end\ndata: " + topic.name + "\n\n");
        topics.remove(topic);
      }
    }
  }

  private String beat() {
    return "event: beat\ndata: " + clock.get().toEpochMilli() + "\n\n";
  }

  private boolean isClosedAfterPause() throws IOException {
    try {
      return pauses.isClosedAfter(LOOK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server closes", e);
    }
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
