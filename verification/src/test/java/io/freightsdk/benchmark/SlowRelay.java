package io.freightsdk.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries bytes to a port of this machine as a network does: each arrives some time after it was
 * sent, in either direction, however many are on their way. Counts round trips.
 */
final class SlowRelay implements AutoCloseable {
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final AtomicLong roundTrips = new AtomicLong();
  private final int target;
  private final long delayNanos;

  SlowRelay(int target, long delayNanos) throws IOException {
    this.target = target;
    this.delayNanos = delayNanos;
    start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** How often a client has sent something after it had received something. */
  long roundTrips() {
    return roundTrips.get();
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException closed) {
                // The relay is closed, or one end of a connection.
              }
            },
            "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = door.accept();
      Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(near);
      open.add(far);
      Connection connection = new Connection();
      carry(near, far, connection::clientHasSent);
      carry(far, near, connection::serverHasSent);
    }
  }

  private final class Connection {
    private boolean isAnswered = true;

    synchronized void clientHasSent() {
      if (isAnswered) roundTrips.incrementAndGet();
      isAnswered = false;
    }

    synchronized void serverHasSent() {
      isAnswered = true;
    }
  }

  private record Sent(byte[] bytes, long arrivesAt) {}

  private void carry(Socket from, Socket to, Runnable hasSent) throws IOException {
    to.setTcpNoDelay(true);
    BlockingQueue<Sent> onItsWay = new LinkedBlockingQueue<>();
    start(() -> receive(from, onItsWay, hasSent));
    start(() -> deliver(onItsWay, from, to));
  }

  /** An end of the connection is an empty delivery. */
  private void receive(Socket from, BlockingQueue<Sent> onItsWay, Runnable hasSent)
      throws InterruptedException {
    byte[] bytes = new byte[65_536];
    int read;
    do {
      try {
        InputStream in = from.getInputStream();
        read = in.read(bytes);
      } catch (IOException closed) {
        read = -1;
      }
      if (read > 0) hasSent.run();
      byte[] sent = Arrays.copyOf(bytes, Math.max(0, read));
      onItsWay.put(new Sent(sent, System.nanoTime() + delayNanos));
    } while (read >= 0);
  }

  private void deliver(BlockingQueue<Sent> onItsWay, Socket from, Socket to)
      throws IOException, InterruptedException {
    try (from;
        to) {
      OutputStream out = to.getOutputStream();
      for (Sent next = onItsWay.take(); next.bytes.length > 0; next = onItsWay.take()) {
        long left = next.arrivesAt - System.nanoTime();
        while (left > 0) {
          LockSupport.parkNanos(left);
          left = next.arrivesAt - System.nanoTime();
        }
        out.write(next.bytes);
        out.flush();
      }
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : open) socket.close();
  }
}
