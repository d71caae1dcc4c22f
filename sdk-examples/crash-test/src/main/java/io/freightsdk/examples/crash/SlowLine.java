package io.freightsdk.examples.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A line to a port of this machine. Each answer takes a while longer, and something can happen
 * while a request is on it.
 */
final class SlowLine implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final long delayNanos;
  private final AtomicReference<@Nullable Runnable> duringPost = new AtomicReference<>();

  SlowLine(int target, int millis) throws IOException {
    this.target = target;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Happens once, while the next POST is on the line. */
  void duringNextPost(Runnable happens) {
    duringPost.set(happens);
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        start(() -> pass(near, far, this::requested));
        start(() -> pass(far, near, (bytes, count) -> LockSupport.parkNanos(delayNanos)));
      }
    } catch (IOException over) {
      // Closed.
    }
  }

  private interface Meanwhile {
    void passes(byte[] bytes, int count);
  }

  private void requested(byte[] bytes, int count) {
    if (count < 4 || !new String(bytes, 0, 4, StandardCharsets.US_ASCII).equals("POST")) return;
    Runnable happens = duringPost.getAndSet(null);
    if (happens != null) happens.run();
  }

  private static void pass(Socket from, Socket to, Meanwhile meanwhile) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        meanwhile.passes(buffer, count);
        out.write(buffer, 0, count);
      }
    } catch (IOException over) {
      // One side has ended.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "slow-line");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
