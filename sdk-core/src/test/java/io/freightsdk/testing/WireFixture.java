package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.FreightClient;
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
 * A MockWebServer, and clients of it whose calls, connections and sockets are counted. Closing it
 * fails the test if a client leaves one of them open, or has sent a body that the API description
 * does not allow.
 */
public final class WireFixture implements AutoCloseable {
  public static final String KEY = World.AGENT_KEY;

  private final MockWebServer server = NoDelaySockets.mockServer();
  private final RequestBodyChecks bodies = new RequestBodyChecks();
  private final WireCounts counts = new WireCounts();
  private final CountingSockets sockets = new CountingSockets();
  private final VirtualWorld world = new VirtualWorld();
  private final AtomicInteger failingLookups = new AtomicInteger();
  private final List<FreightClient> clients = new ArrayList<>();
  private final OkHttpClient http;

  /** Over HTTP/1.1. */
  public WireFixture() {
    this(server -> {}, http -> {});
  }

  /** With a server and a caller's OkHttpClient that the test configures first. */
  public WireFixture(Consumer<MockWebServer> serverSetUp, Consumer<OkHttpClient.Builder> setUp) {
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .eventListenerFactory(call -> counts)
            .socketFactory(sockets)
            .dns(this::lookup);
    setUp.accept(builder);
    http = builder.build();
    server.setDispatcher(
        new QueueDispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            bodies.recordViolations(request);
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

  /** A client that is closed with this fixture. */
  public FreightClient client(FreightClient.Builder builder) {
    FreightClient client = builder.build();
    clients.add(client);
    return client;
  }

  /**
   * A builder with the address of the server, virtual time and counted connections. Its clients
   * read no prices, so every request is one that the test made.
   */
  public FreightClient.Builder builder() {
    return builderWithOwnConnections().httpClient(http);
  }

  /** The same with the client's own connections, which are not counted. */
  public FreightClient.Builder builderWithOwnConnections() {
    FreightClient.Builder builder =
        TestBuilders.withEnvironment(FreightClient.builder(), world.environment());
    return TestBuilders.withPrices(builder, FixedPrices.none()).baseUrl(baseUrl()).agentKey(KEY);
  }

  public String baseUrl() {
    return server.url("/").toString();
  }

  /** The exception of a position read by a new client. */
  public FreightException readFailure(FreightClient.Builder builder, CallStyle style) {
    FreightClient client = client(builder);
    return catchThrowableOfType(
        FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
  }

  /** Queues responses, which the next requests get in this order. */
  public WireFixture enqueue(MockResponse.Builder... responses) {
    for (MockResponse.Builder response : responses) {
      server.enqueue(response.build());
    }
    return this;
  }

  /** Makes the next look-ups of the host fail; those attempts are never sent. */
  public WireFixture failLookups(int times) {
    failingLookups.set(times);
    return this;
  }

  public MockWebServer server() {
    return server;
  }

  public WireCounts counts() {
    return counts;
  }

  public VirtualWorld world() {
    return world;
  }

  /** The caller's OkHttpClient, which the clients of this fixture share. */
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
        () -> counts.openCalls() == 0 && counts.heldConnections() == 0,
        () ->
            counts.openCalls()
                + " calls open (a body was not read or closed), "
                + counts.heldConnections()
                + " connections held");
    http.connectionPool().evictAll();
    Eventually.until(() -> sockets.open() == 0, () -> sockets.open() + " sockets open after close");
    server.close();
    bodies.failIfViolated();
  }

  /** Creates sockets and remembers them, to count the open ones. */
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
   * Counts what a client does on the network, as an event listener of the caller's OkHttpClient:
   * requests written, connections acquired and released, calls started and ended.
   */
  public static final class WireCounts extends EventListener {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger openCalls = new AtomicInteger();
    private final AtomicInteger heldConnections = new AtomicInteger();

    @Override
    public void callStart(Call call) {
      openCalls.incrementAndGet();
    }

    @Override
    public void callEnd(Call call) {
      openCalls.decrementAndGet();
    }

    @Override
    public void callFailed(Call call, IOException e) {
      openCalls.decrementAndGet();
    }

    @Override
    public void requestHeadersStart(Call call) {
      requests.incrementAndGet();
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
      heldConnections.incrementAndGet();
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
      heldConnections.decrementAndGet();
    }

    /** Requests whose headers were written. */
    public int requests() {
      return requests.get();
    }

    /** Calls that have started and not ended; a response that nobody reads keeps one open. */
    int openCalls() {
      return openCalls.get();
    }

    /** Connections that calls hold. */
    int heldConnections() {
      return heldConnections.get();
    }
  }
}
