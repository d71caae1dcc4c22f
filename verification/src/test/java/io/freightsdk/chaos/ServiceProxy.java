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
 * An HTTP proxy between clients and the service, with random faults from a seed. It sends no
 * request twice. It records the call of each response.
 */
final class ServiceProxy implements AutoCloseable {
  /** The header with the name of a request's call. */
  static final String CALL_HEADER = "X-Call";

  /** A fault of one exchange. */
  enum Fault {
    CONNECTION_RESET,
    REQUEST_RESET,
    /** The service gets half of the request, then the end of the connection. */
    REQUEST_CUT,
    REQUEST_SLOW,
    /** The service gets the request after its call has ended. */
    REQUEST_DELAYED,
    RESPONSE_LOST,
    RESPONSE_RESET,
    RESPONSE_CUT,
    RESPONSE_SLOW,
    RESPONSE_DELAYED
  }

  private static final Fault[] FAULTS = Fault.values();
  private static final int FAULT_PERCENT = 15;
  private static final int MAX_DELAY_MILLIS = 3_000;

  /** Maximum delay of a request. Later ones are dropped, because ledgers may count them as lost. */
  static final Duration MAX_FORWARD_DELAY = Duration.ofSeconds(10);

  private static final int PIECES = 8;

  private final InetSocketAddress service;
  private final long seed;
  private final EventLog log;
  private final ExecutorService threads = Executors.newCachedThreadPool(ServiceProxy::thread);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, String> callOfRequest = new ConcurrentHashMap<>();
  private final Map<Fault, AtomicInteger> faultCounts = new EnumMap<>(Fault.class);
  private final AtomicLong exchanges = new AtomicLong();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final InetSocketAddress address;
  private volatile ServerSocket listener;
  private volatile boolean faultsEnded;
  private volatile boolean closed;

  ServiceProxy(int servicePort, long seed, EventLog log) throws IOException {
    this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), servicePort);
    this.seed = seed;
    this.log = log;
    for (Fault fault : FAULTS) faultCounts.put(fault, new AtomicInteger());
    ServerSocket first = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), first.getLocalPort());
    listen(first);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "service-proxy");
    thread.setDaemon(true);
    return thread;
  }

  String baseUrl() {
    return "http://127.0.0.1:" + address.getPort();
  }

  /** The name of the call to which the response with this id belongs; null for none. */
  String callOf(String requestId) {
    return callOfRequest.get(requestId);
  }

  /** The number of each fault. */
  Map<Fault, AtomicInteger> faultCounts() {
    return faultCounts;
  }

  /** Forwards everything from now on. */
  void endFaults() {
    faultsEnded = true;
  }

  /** Refuses connections for a while. */
  void refuseConnectionsFor(Duration time) throws IOException {
    log.add("The proxy refuses connections for " + time.toMillis() + " ms.");
    listener.close();
    // Bound but not listening, so that no other process can take the port.
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

  /** Waits until no request is in flight. */
  void awaitIdle() {
    Eventually.until(() -> inFlight.get() == 0, () -> inFlight + " requests in flight");
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
            } catch (IOException closedSocket) {
              // The proxy or the client has closed it.
            }
          }
        });
  }

  private Fault nextFault(Random dice) {
    boolean isFault = dice.nextInt(100) < FAULT_PERCENT;
    Fault random = FAULTS[dice.nextInt(FAULTS.length)];
    return isFault && !faultsEnded ? random : null;
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      boolean isOpen = true;
      while (isOpen && !closed) {
        Random dice = new Random(seed * 1_000_003 + exchanges.incrementAndGet());
        Fault fault = nextFault(dice);
        if (fault == Fault.CONNECTION_RESET) {
          logFault(fault, "a connection");
          client.setSoLinger(true, 0);
          return;
        }
        HttpMessage request = HttpMessage.read(in);
        if (request == null) return;
        inFlight.incrementAndGet();
        try {
          isOpen = exchange(client, request, fault, dice);
        } finally {
          inFlight.decrementAndGet();
        }
      }
    } catch (IOException closedSocket) {
      // The client has closed it, or the test has ended.
    } finally {
      open.remove(client);
    }
  }

  /** Forwards a request and its response. Returns false if the connection must end. */
  private boolean exchange(Socket client, HttpMessage request, Fault fault, Random dice)
      throws IOException {
    String call = request.field(CALL_HEADER);
    String name = call == null ? request.firstLine() : call;
    if (fault != null) logFault(fault, name);
    switch (fault == null ? Fault.CONNECTION_RESET : fault) {
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
      case REQUEST_DELAYED -> {
        long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(dice.nextInt(MAX_DELAY_MILLIS));
        inFlight.incrementAndGet();
        threads.execute(() -> forwardDelayed(request, call, at));
        return false;
      }
      default -> {}
    }
    boolean slowly = fault == Fault.REQUEST_SLOW;
    HttpMessage response = forward(request, call, slowly);
    if (response == null) return false;
    byte[] back = response.bytes();
    OutputStream out = client.getOutputStream();
    switch (fault == null ? Fault.CONNECTION_RESET : fault) {
      case RESPONSE_LOST -> {
        return false;
      }
      case RESPONSE_RESET -> {
        client.setSoLinger(true, 0);
        return false;
      }
      case RESPONSE_CUT -> {
        out.write(back, 0, 1 + dice.nextInt(back.length - 1));
        return false;
      }
      case RESPONSE_DELAYED ->
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(dice.nextInt(MAX_DELAY_MILLIS)));
      default -> {}
    }
    write(back, out, fault == Fault.RESPONSE_SLOW);
    return true;
  }

  private void logFault(Fault fault, String target) {
    faultCounts.get(fault).incrementAndGet();
    log.add("The proxy: " + fault + " for " + target + ".");
  }

  private void forwardDelayed(HttpMessage request, String call, long at) {
    try {
      LockSupport.parkNanos(at - System.nanoTime());
      boolean tooLate =
          System.nanoTime() - at > MAX_FORWARD_DELAY.toNanos() - MAX_DELAY_MILLIS * 1_000_000L;
      if (!tooLate && !closed) forward(request, call, false);
    } catch (IOException closedSocket) {
      // The service has closed it.
    } finally {
      inFlight.decrementAndGet();
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
      HttpMessage response = HttpMessage.read(new BufferedInputStream(onward.getInputStream()));
      String id = response == null ? null : response.field("X-Request-Id");
      if (id != null && call != null) callOfRequest.put(id, call);
      return response;
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
