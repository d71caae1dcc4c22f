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
 * Stands between processes and their database, knows nothing of what they say, and cuts connections
 * by the dice of a seed: before a statement has arrived, or when it has and its answer has not. So
 * commits get lost, and answers to commits.
 */
final class DatabaseProxy implements AutoCloseable {
  private static final Pattern PLACE = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");
  private static final int CHUNK = 64 * 1024;

  private final String url;
  private final InetSocketAddress database;
  private final ServerSocket listener;
  private final long seed;
  private final int inTenThousand;
  private final ExecutorService threads = Executors.newCachedThreadPool(DatabaseProxy::thread);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean calm;

  /** Cuts with so many of ten thousand messages to the database. */
  DatabaseProxy(String url, long seed, int inTenThousand) throws IOException {
    Matcher place = PLACE.matcher(url);
    if (!place.find()) throw new IllegalArgumentException("no place on this machine: " + url);
    this.database =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(place.group(1)));
    this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    this.url = place.replaceFirst("127.0.0.1:" + listener.getLocalPort());
    this.seed = seed;
    this.inTenThousand = inTenThousand;
    threads.execute(this::accept);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "cutting-proxy");
    thread.setDaemon(true);
    return thread;
  }

  /** The database as it is reached through here. */
  String url() {
    return url;
  }

  int cuts() {
    return cuts.get();
  }

  /** From now on everything passes. */
  void calmDown() {
    calm = true;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        threads.execute(() -> connect(client));
      } catch (IOException over) {
        // Closed, or the client went first.
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
      threads.execute(() -> pump(onward, client, null));
      pump(client, onward, dice);
    } catch (IOException away) {
      end(client, onward);
    }
  }

  private void pump(Socket from, Socket to, Random dice) {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int read = from.getInputStream().read(chunk);
          read >= 0;
          read = from.getInputStream().read(chunk)) {
        boolean cut = dice != null && dice.nextInt(10_000) < inTenThousand && !calm;
        boolean arrives = !cut || dice.nextBoolean();
        if (arrives) to.getOutputStream().write(Arrays.copyOf(chunk, read));
        if (!cut) continue;
        cuts.incrementAndGet();
        from.setSoLinger(true, 0);
        // The database hears the end of the connection after what has arrived.
        return;
      }
    } catch (IOException over) {
      // One of them ended it.
    } finally {
      end(from, to);
    }
  }

  private void end(Socket one, Socket other) {
    for (Socket socket : new Socket[] {one, other}) {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException over) {
        // It had ended already.
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
