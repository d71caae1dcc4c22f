package io.freightsdk.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A TCP proxy between processes and their database. It cuts connections at random, from a seed:
 * before a statement arrives, or after it arrived and before its response. So commits and responses
 * to commits are lost.
 */
final class DatabaseProxy implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final int CHUNK = 64 * 1024;

  private final String url;
  private final InetSocketAddress database;
  private final ServerSocket listener;
  private final long seed;
  private final int cutsPerTenThousand;
  private final ExecutorService threads = Executors.newCachedThreadPool(DatabaseProxy::thread);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean faultsEnded;

  /** Creates a proxy that cuts a connection with this number of 10,000 messages to the database. */
  DatabaseProxy(String url, long seed, int cutsPerTenThousand) throws IOException {
    Matcher address = ADDRESS.matcher(url);
    if (!address.find()) throw new IllegalArgumentException("no address on loopback: " + url);
    this.database =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address.group(1)));
    this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    this.url = address.replaceFirst("127.0.0.1:" + listener.getLocalPort());
    this.seed = seed;
    this.cutsPerTenThousand = cutsPerTenThousand;
    threads.execute(this::accept);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "database-proxy");
    thread.setDaemon(true);
    return thread;
  }

  /** The JDBC URL of the database through this proxy. */
  String url() {
    return url;
  }

  int cuts() {
    return cuts.get();
  }

  /** Forwards everything from now on. */
  void endFaults() {
    faultsEnded = true;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        threads.execute(() -> connect(client));
      } catch (IOException closed) {
        // The proxy or the client has closed it.
      }
    }
  }

  private void connect(Socket client) {
    Random dice = new Random(seed * 7_919 + connections.incrementAndGet());
    Socket onward = new Socket();
    open.add(onward);
    try {
      client.setTcpNoDelay(true);
      onward.setTcpNoDelay(true);
      onward.connect(database);
      threads.execute(() -> forward(onward, client, null));
      forward(client, onward, dice);
    } catch (IOException unavailable) {
      close(client, onward);
    }
  }

  private void forward(Socket from, Socket to, Random dice) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int read = from.getInputStream().read(chunk);
          read >= 0;
          read = from.getInputStream().read(chunk)) {
        boolean cut = dice != null && dice.nextInt(10_000) < cutsPerTenThousand && !faultsEnded;
        boolean isForwarded = !cut || dice.nextBoolean();
        if (isForwarded) to.getOutputStream().write(Arrays.copyOf(chunk, read));
        if (!cut) continue;
        cuts.incrementAndGet();
        from.setSoLinger(true, 0);
        // The database sees the end of the connection after these bytes.
        return;
      }
    } catch (IOException closed) {
      // One side has closed it.
    } finally {
      close(from, to);
    }
  }

  private void close(Socket one, Socket other) {
    for (Socket socket : new Socket[] {one, other}) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException closed) {
        // It was closed before.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) socket.close();
    threads.shutdownNow();
  }
}
