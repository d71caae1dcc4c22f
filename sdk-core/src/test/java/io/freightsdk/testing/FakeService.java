package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.QueueDispatcher;
import mockwebserver3.RecordedRequest;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;

/**
 * A server that plays the service, broken as a test wants it, and clients of it whose wire is
 * tapped. Closing it fails the test when a client leaves a call, a connection or a socket behind,
 * or has sent a body that is not as the API description says.
 */
public final class FakeService implements AutoCloseable {
  public static final String KEY = World.AGENT_KEY;

  private final MockWebServer server = QuickSockets.mockServer();
  private final DescribedBodies bodies = new DescribedBodies();
  private final WireTap tap = new WireTap();
  private final CountingSockets sockets = new CountingSockets();
  private final VirtualWorld world = new VirtualWorld();
  private final AtomicInteger failingLookups = new AtomicInteger();
  private final List<FreightClient> clients = new ArrayList<>();
  private final OkHttpClient http;

  /** A service over HTTP/1.1. */
  public FakeService() {
    this(server -> {}, http -> {});
  }

  /** A service whose server and whose caller's OkHttpClient are set up first. */
  public FakeService(Consumer<MockWebServer> serverSetUp, Consumer<OkHttpClient.Builder> setUp) {
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .eventListenerFactory(call -> tap)
            .socketFactory(sockets)
            .dns(this::lookup);
    setUp.accept(builder);
    http = builder.build();
    server.setDispatcher(
        new QueueDispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            bodies.check(request);
            return super.dispatch(request);
          }
        });
    serverSetUp.accept(server);
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client in virtual time with every default. */
  public FreightClient client() {
    return client(builder());
  }

  /** A client that is closed with this service. */
  public FreightClient client(FreightClientBuilder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /**
   * A builder that points here, in virtual time, over the tapped wire. Nothing looks after money,
   * so that every request is one that the test made.
   */
  public FreightClientBuilder builder() {
    return ownConnections().httpClient(http);
  }

  /** The same over connections of the client's own, which the tap does not see. */
  public FreightClientBuilder ownConnections() {
    FreightClientBuilder builder =
        TestBuilders.inWorld(FreightClient.builder(), world.environment());
    return TestBuilders.withPrices(builder, KnownPrices.none()).baseUrl(baseUrl()).agentKey(KEY);
  }

  public String baseUrl() {
    return server.url("/").toString();
  }

  /** What a position read by a client of its own fails with. */
  public FreightException readFails(FreightClientBuilder builder, CallStyle style) {
    FreightClient client = client(builder);
    return catchThrowableOfType(
        FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
  }

  public FakeService answers(MockResponse.Builder... responses) {
    for (MockResponse.Builder response : responses) {
      server.enqueue(response.build());
    }
    return this;
  }

  /** The next so many look-ups of the host find nothing: those attempts are never sent. */
  public FakeService unreachableTimes(int times) {
    failingLookups.set(times);
    return this;
  }

  public MockWebServer server() {
    return server;
  }

  public WireTap tap() {
    return tap;
  }

  public VirtualWorld world() {
    return world;
  }

  /** The caller's OkHttpClient under the clients of this service. */
  public OkHttpClient http() {
    return http;
  }

  /** The next request that arrived; fails when none did. */
  public RecordedRequest takeRequest() {
    try {
      RecordedRequest request = server.takeRequest(60, TimeUnit.SECONDS);
      if (request == null) {
        throw new AssertionError("no request arrived");
      }
      return request;
    } catch (InterruptedException e) {
      throw new AssertionError("the test was interrupted", e);
    }
  }

  private List<InetAddress> lookup(String host) throws UnknownHostException {
    if (failingLookups.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new UnknownHostException("no such host in this test");
    }
    return Dns.SYSTEM.lookup(host);
  }

  @Override
  public void close() {
    clients.forEach(FreightClient::close);
    Eventually.until(
        () -> tap.callsOpen() == 0 && tap.connectionsTaken() == 0,
        () ->
            tap.callsOpen()
                + " calls open (a body was not read or closed), "
                + tap.connectionsTaken()
                + " connections held");
    http.connectionPool().evictAll();
    Eventually.until(() -> sockets.open() == 0, () -> sockets.open() + " sockets open after close");
    server.close();
    bodies.failIfViolated();
  }

  /** Makes sockets and remembers them, to see which stay open. */
  private static final class CountingSockets extends UnconnectedSockets {
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** Sockets that were connected and are not closed. */
    int open() {
      return (int) sockets.stream().filter(s -> s.isConnected() && !s.isClosed()).count();
    }

    @Override
    public Socket createSocket() {
      Socket socket = new Socket();
      sockets.add(socket);
      return socket;
    }
  }

  /**
   * Counts at the level of the network what a client really does, as an event listener of the
   * caller's OkHttpClient: requests written, connections taken and given back, calls begun and
   * ended.
   */
  public static final class WireTap extends EventListener {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger callsOpen = new AtomicInteger();
    private final AtomicInteger connectionsTaken = new AtomicInteger();

    @Override
    public void callStart(Call call) {
      callsOpen.incrementAndGet();
    }

    @Override
    public void callEnd(Call call) {
      callsOpen.decrementAndGet();
    }

    @Override
    public void callFailed(Call call, IOException e) {
      callsOpen.decrementAndGet();
    }

    @Override
    public void requestHeadersStart(Call call) {
      requests.incrementAndGet();
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
      connectionsTaken.incrementAndGet();
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
      connectionsTaken.decrementAndGet();
    }

    /** Requests whose headers were written. */
    public int requests() {
      return requests.get();
    }

    /** Calls that have begun and not ended: an answer that nobody read keeps one open. */
    int callsOpen() {
      return callsOpen.get();
    }

    /** Connections that a call holds. */
    int connectionsTaken() {
      return connectionsTaken.get();
    }
  }
}
