package io.freightsdk.server.web.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Open event streams of pages, each written by the thread of its own connection: a reader that
 * takes nothing holds up nobody, and the engine cuts it off.
 *
 * <p>A stream looks at its source twice a second and sends what changed: the service's own path
 * carries no listener, and a jump of the server's clock shows like anything else. Safe for several
 * threads.
 */
public final class EventStreams implements AutoCloseable {
  /** As many streams as are kept open at once; further ones are refused. */
  public static final int MOST_STREAMS = 400;

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int RECONNECT_MILLIS = 2_000;

  /** What a page shows, asked by the thread of its stream. */
  public interface Source {
    /** Whether an update may differ from the one before; true at the first call. */
    boolean hasChanged();

    /** The page as it was when last asked for a change; null when there is none any more. */
    @Nullable RegionUpdate update();
  }

  /** An open stream, to be written until it ends. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  private final AtomicInteger open = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * A stream that has yet to be written.
   *
   * @param known the version that the page shows already
   * @return null when there are too many already, or no more
   */
  public @Nullable Stream open(String known, Source source) {
    if (closing.getCount() == 0 || open.get() >= MOST_STREAMS) return null;
    return out -> {
      open.incrementAndGet();
      try {
        write(out, known, source);
      } finally {
        open.decrementAndGet();
      }
    };
  }

  /** Ends every stream; none can be opened any more. */
  @Override
  public void close() {
    closing.countDown();
  }

  private void write(OutputStream out, String shown, Source source) throws IOException {
    String known = shown;
    long lastWriteNanos = System.nanoTime();
    send(out, "retry: " + RECONNECT_MILLIS + "\n\n");
    while (true) {
      boolean wrote = false;
      if (source.hasChanged()) {
        RegionUpdate update = source.update();
        if (update != null && !update.version().equals(known)) {
          send(out, event(update));
          known = update.version();
          wrote = true;
        }
        if (update == null || !update.more()) {
          send(out, "event: end\ndata:\n\n");
          return;
        }
      }
      if (!wrote && System.nanoTime() - lastWriteNanos > HEARTBEAT.toNanos()) {
        send(out, ":\n\n");
        wrote = true;
      }
      if (wrote) lastWriteNanos = System.nanoTime();
      if (isClosedAfterPause()) return;
    }
  }

  private boolean isClosedAfterPause() throws IOException {
    try {
      return closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server closes", e);
    }
  }

  private static String event(RegionUpdate update) {
    String data = update.markup().replace("\r", "").replace("\n", "\ndata: ");
    return "event: update\nid: " + update.version() + "\ndata: " + data + "\n\n";
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
