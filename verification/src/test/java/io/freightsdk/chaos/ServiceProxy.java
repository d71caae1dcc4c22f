package io.freightsdk.chaos;

import io.freightsdk.testing.Eventually;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Stands between clients and the service on TCP, and breaks what passes, by the dice of a seed. It
 * never sends anything twice. It notes which call each of the service's answers belongs to.
 */
final class ServiceProxy implements AutoCloseable {
  /** Names the call that a request is of. */
  static final String CALL = "X-Call";

  /** What it does to one exchange. */
  enum Fault {
    CONNECTION_RESET,
    REQUEST_RESET,
    /** The service gets half of it, and then the end of the connection. */
    REQUEST_CUT,
    REQUEST_SLOW,
    /** The service gets it when nobody waits for the answer any more. */
    REQUEST_LATE,
    ANSWER_LOST,
    ANSWER_RESET,
    ANSWER_CUT,
    ANSWER_SLOW,
    ANSWER_LATE
  }

  private static final Fault[] STRIKES = Fault.values();
  private static final int PERCENT = 15;
  private static final int LATE_MILLIS = 3_000;

  /** A request that would be later than this is dropped: books may take it for lost by then. */
  static final Duration LATEST = Duration.ofSeconds(10);

  private static final int PIECES = 8;

  private final InetSocketAddress service;
  private final long seed;
  private final EventLog story;
  private final ExecutorService threads = Executors.newCachedThreadPool(ServiceProxy::thread);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, String> callOfRequest = new ConcurrentHashMap<>();
  private final Map<Fault, AtomicInteger> struck = new EnumMap<>(Fault.class);
  private final AtomicLong drawn = new AtomicLong();
  private final AtomicInteger underWay = new AtomicInteger();
  private final InetSocketAddress address;
  private volatile ServerSocket listener;
  private volatile boolean calm;
  private volatile boolean closed;

  ServiceProxy(int servicePort, long seed, EventLog story) throws IOException {
    this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), servicePort);
    this.seed = seed;
    this.story = story;
    for (Fault strike : STRIKES) struck.put(strike, new AtomicInteger());
    ServerSocket first = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), first.getLocalPort());
    listen(first);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "chaos-proxy");
    thread.setDaemon(true);
    return thread;
  }

  String baseUrl() {
    return "http://127.0.0.1:" + address.getPort();
  }

  /** The name of the call that got, or should have got, the answer with this id; null if none. */
  String callOf(String requestId) {
    return callOfRequest.get(requestId);
  }

  /** How often each strike struck. */
  Map<Fault, AtomicInteger> struck() {
    return struck;
  }

  /** From now on everything passes. */
  void calmDown() {
    calm = true;
  }

  /** Nobody listens for a while: connections are refused. */
  void refuseFor(Duration time) throws IOException {
    story.tell("The proxy refuses connections for " + time.toMillis() + " ms.");
    listener.close();
    // Bound, but not listening: no other process can take the port meanwhile.
    try (Socket placeholder = new Socket()) {
      placeholder.setReuseAddress(true);
      bind(() -> placeholder.bind(address));
      LockSupport.parkNanos(time.toNanos());
      ServerSocket again = new ServerSocket();
      again.setReuseAddress(true);
      bind(() -> again.bind(address, 200));
      listen(again);
    }
  }

  private interface Binding {
    void bind() throws IOException;
  }

  private static void bind(Binding binding) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        binding.bind();
        return;
      } catch (IOException taken) {
        if (attempt == 200) throw taken;
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  /** Waits until no request is on its way any more. */
  void awaitQuiet() {
    Eventually.until(() -> underWay.get() == 0, () -> underWay + " requests under way");
  }

  private void listen(ServerSocket now) {
    listener = now;
    threads.execute(
        () -> {
          while (!now.isClosed()) {
            try {
              Socket client = now.accept();
              open.add(client);
              threads.execute(() -> serve(client));
            } catch (IOException over) {
              // Closed, or the client went first.
            }
          }
        });
  }

  private Fault draw(Random dice) {
    boolean strikes = dice.nextInt(100) < PERCENT;
    Fault drawn = STRIKES[dice.nextInt(STRIKES.length)];
    return strikes && !calm ? drawn : null;
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      boolean goesOn = true;
      while (goesOn && !closed) {
        Random dice = new Random(seed * 1_000_003 + drawn.incrementAndGet());
        Fault strike = draw(dice);
        if (strike == Fault.CONNECTION_RESET) {
          struck(strike, "a connection");
          client.setSoLinger(true, 0);
          return;
        }
        HttpMessage request = HttpMessage.read(in);
        if (request == null) return;
        underWay.incrementAndGet();
        try {
          goesOn = exchange(client, request, strike, dice);
        } finally {
          underWay.decrementAndGet();
        }
      }
    } catch (IOException over) {
      // The client ended it, or the test is over.
    } finally {
      open.remove(client);
    }
  }

  /** False when the connection is to end. */
  private boolean exchange(Socket client, HttpMessage request, Fault strike, Random dice)
      throws IOException {
    String call = request.field(CALL);
    String name = call == null ? request.firstLine() : call;
    if (strike != null) struck(strike, name);
    switch (strike == null ? Fault.CONNECTION_RESET : strike) {
      case REQUEST_RESET -> {
        client.setSoLinger(true, 0);
        return false;
      }
      case REQUEST_CUT -> {
        byte[] all = request.bytes();
        try (Socket onward = connect()) {
          onward.getOutputStream().write(all, 0, all.length / 2);
        }
        return false;
      }
      case REQUEST_LATE -> {
        long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(dice.nextInt(LATE_MILLIS));
        underWay.incrementAndGet();
        threads.execute(() -> forwardLate(request, call, at));
        return false;
      }
      default -> {}
    }
    boolean slowly = strike == Fault.REQUEST_SLOW;
    HttpMessage answer = forward(request, call, slowly);
    if (answer == null) return false;
    byte[] back = answer.bytes();
    OutputStream out = client.getOutputStream();
    switch (strike == null ? Fault.CONNECTION_RESET : strike) {
      case ANSWER_LOST -> {
        return false;
      }
      case ANSWER_RESET -> {
        client.setSoLinger(true, 0);
        return false;
      }
      case ANSWER_CUT -> {
        out.write(back, 0, 1 + dice.nextInt(back.length - 1));
        return false;
      }
      case ANSWER_LATE ->
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(dice.nextInt(LATE_MILLIS)));
      default -> {}
    }
    write(back, out, strike == Fault.ANSWER_SLOW);
    return true;
  }

  private void struck(Fault strike, String what) {
    struck.get(strike).incrementAndGet();
    story.tell("The proxy: " + strike + " strikes " + what + ".");
  }

  private void forwardLate(HttpMessage request, String call, long at) {
    try {
      LockSupport.parkNanos(at - System.nanoTime());
      boolean tooLate = System.nanoTime() - at > LATEST.toNanos() - LATE_MILLIS * 1_000_000L;
      if (!tooLate && !closed) forward(request, call, false);
    } catch (IOException over) {
      // The service ended it.
    } finally {
      underWay.decrementAndGet();
    }
  }

  private Socket connect() throws IOException {
    Socket onward = new Socket();
    onward.setTcpNoDelay(true);
    onward.connect(service);
    return onward;
  }

  private HttpMessage forward(HttpMessage request, String call, boolean slowly) throws IOException {
    try (Socket onward = connect()) {
      write(request.bytes(), onward.getOutputStream(), slowly);
      HttpMessage answer = HttpMessage.read(new BufferedInputStream(onward.getInputStream()));
      String id = answer == null ? null : answer.field("X-Request-Id");
      if (id != null && call != null) callOfRequest.put(id, call);
      return answer;
    }
  }

  private static void write(byte[] all, OutputStream out, boolean slowly) throws IOException {
    int piece = slowly ? all.length / PIECES + 1 : all.length;
    for (int from = 0; from < all.length; from += piece) {
      out.write(Arrays.copyOfRange(all, from, Math.min(all.length, from + piece)));
      out.flush();
      if (slowly) LockSupport.parkNanos(10_000_000);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    for (Socket socket : open) socket.close();
    threads.shutdownNow();
  }
}
