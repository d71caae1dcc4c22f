package io.freightsdk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A network between this process and a database on this machine: carries bytes, each after the same
 * delay, or holds them back while connections stay open.
 */
public final class DatabaseRelay implements AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final String url;
  private final int target;
  private final long delayNanos;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /** A relay without delay to the database of a JDBC URL. */
  public DatabaseRelay(String url) throws IOException {
    this(url, Duration.ZERO);
  }

  /** The delay is for each direction. */
  public DatabaseRelay(String url, Duration delay) throws IOException {
    Matcher place = PLACE.matcher(url);
    if (!place.find()) throw new IllegalArgumentException("no place on this machine: " + url);
    this.target = Integer.parseInt(place.group(1));
    this.url = place.replaceFirst("127.0.0.1:" + door.getLocalPort());
    this.delayNanos = delay.toNanos();
    start(this::accept);
  }

  /** The JDBC URL of the database through this relay. */
  public String url() {
    return url;
  }

  /** From now on nothing passes, in either direction. */
  public void hold() {
    gate = new CountDownLatch(1);
  }

  public void letGo() {
    gate.countDown();
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
      carry(near, far);
      carry(far, near);
    }
  }

  /** Bytes that were read, and when they are due. */
  private record Chunk(byte[] bytes, long dueNanos) {
    static final Chunk END = new Chunk(new byte[0], 0);
  }

  /** Two threads, because bytes that follow each other are delayed at the same time. */
  private void carry(Socket from, Socket to) {
    BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>();
    start(() -> read(from, onTheWay));
    start(() -> write(onTheWay, from, to));
  }

  private void read(Socket from, BlockingQueue<Chunk> onTheWay) throws IOException {
    byte[] bytes = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        onTheWay.add(new Chunk(Arrays.copyOf(bytes, read), System.nanoTime() + delayNanos));
      }
    } finally {
      onTheWay.add(Chunk.END);
    }
  }

  private void write(BlockingQueue<Chunk> onTheWay, Socket from, Socket to)
      throws IOException, InterruptedException {
    try (from;
        to) {
      to.setTcpNoDelay(true);
      OutputStream out = to.getOutputStream();
      for (Chunk next = onTheWay.take(); next != Chunk.END; next = onTheWay.take()) {
        if (delayNanos > 0) TimeUnit.NANOSECONDS.sleep(next.dueNanos - System.nanoTime());
        gate.await();
        out.write(next.bytes);
        out.flush();
      }
    }
  }

  @Override
  public void close() throws IOException {
    letGo();
    door.close();
    for (Socket socket : open) socket.close();
  }
}
