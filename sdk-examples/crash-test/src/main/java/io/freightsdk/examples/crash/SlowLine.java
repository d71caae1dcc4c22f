package io.freightsdk.examples.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A line to a port of this machine on which each answer takes a while longer. */
final class SlowLine implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final long delayNanos;

  SlowLine(int target, int millis) throws IOException {
    this.target = target;
    this.delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        start(() -> pass(near, far, 0));
        start(() -> pass(far, near, delayNanos));
      }
    } catch (IOException over) {
      // Closed.
    }
  }

  private static void pass(Socket from, Socket to, long delayNanos) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (delayNanos > 0) LockSupport.parkNanos(delayNanos);
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
