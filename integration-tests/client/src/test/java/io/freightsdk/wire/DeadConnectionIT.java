package io.freightsdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FixedPrices;
import io.freightsdk.testing.NoDelaySockets;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServiceResponses;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An HTTP/2 connection is dead without a notice. All calls use that one connection, so the client
 * must detect it. Otherwise each request is lost.
 */
class DeadConnectionIT {
  private static final Duration PING_INTERVAL = Duration.ofMillis(200);

  private final MockWebServer server = NoDelaySockets.mockServer();
  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
          .pingInterval(PING_INTERVAL)
          .build();

  @BeforeEach
  void start() throws IOException {
    server.setProtocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            boolean creation = "POST".equals(request.getMethod());
            Operation operation = creation ? Operation.CREATE_LOAD : Operation.GET_BALANCE;
            return ServiceResponses.success(operation).build();
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    http.connectionPool().evictAll();
    server.close();
  }

  private FreightClient.Builder builder(Relay relay) {
    return TestBuilders.withPrices(FreightClient.builder(), FixedPrices.usual())
        .baseUrl(relay.baseUrl())
        .agentKey("agentkey-0123456789abcdef")
        .httpClient(http);
  }

  private FreightClient client(Relay relay) {
    return builder(relay).build();
  }

  @ParameterizedTest
  @EnumSource
  void callUsesAnotherConnectionAfterItsOwnIsDead(CallStyle style) throws IOException {
    try (Relay relay = new Relay(server.getPort());
        FreightClient client = client(relay)) {
      style.getBalance(client);
      relay.silence();

      assertThat(style.getBalance(client).currency()).isEqualTo("USD");
    }
  }

  @ParameterizedTest
  @EnumSource
  void lostRequestMayHaveBeenCharged(CallStyle style) throws IOException {
    try (Relay relay = new Relay(server.getPort());
        FreightClient client = client(relay)) {
      style.getBalance(client);
      relay.silence();

      CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
      FreightConnectionException lost =
          catchThrowableOfType(
              FreightConnectionException.class,
              () -> style.createLoad(client, SampleLoads.twoStops(), once));

      assertThat(lost.charge()).isEqualTo(Charge.UNKNOWN);
      assertThat(lost.notProcessed()).isFalse();
      assertThat(lost.nextStep()).isEqualTo(NextStep.RETRY_WITH_SAME_KEY);
      style.createLoad(client, SampleLoads.twoStops(), CallOptions.DEFAULT);
    }
  }

  /** The connection was alive when it was chosen for the request. */
  @ParameterizedTest
  @EnumSource
  void closedConnectionSendsNothing(CallStyle style) throws IOException {
    try (Relay relay = new Relay(server.getPort())) {
      OkHttpClient ending =
          http.newBuilder()
              .addNetworkInterceptor(
                  chain -> {
                    Socket socket = chain.connection().socket();
                    // The client's connection is open before the relay accepts it.
                    Eventually.until(
                        () -> {
                          relay.drop();
                          return socket.isClosed();
                        },
                        () -> "the connection is open");
                    return chain.proceed(chain.request());
                  })
              .build();
      try (FreightClient client =
          builder(relay).httpClient(ending).retryPolicy(RetryPolicy.none()).build()) {
        FreightConnectionException unsent =
            catchThrowableOfType(
                FreightConnectionException.class,
                () -> style.getLoadPosition(client, SampleLoads.NUMBER));

        assertThat(unsent.notProcessed()).isTrue();
        assertThat(unsent.charge()).isEqualTo(Charge.NONE);
        assertThat(unsent).hasMessageContaining("nothing was sent");
      }
    }
    assertThat(server.getRequestCount()).isZero();
  }

  @Test
  void pingsDoNotKeepTheJvmAlive() throws IOException {
    try (Relay relay = new Relay(server.getPort());
        FreightClient client = client(relay)) {
      client.getBalance();

      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(thread -> thread.getName().startsWith("OkHttp"))
          .isNotEmpty()
          .allMatch(Thread::isDaemon);
    }
  }

  /**
   * A relay between clients and a server. It can become silent like a broken network path: no
   * connection is closed, and no data arrives.
   */
  private static final class Relay implements AutoCloseable {
    private final ServerSocket listener;
    private final int server;
    private final List<RelayedConnection> lines = new CopyOnWriteArrayList<>();

    /** One connection of a client, and the matching connection to the server. */
    private static final class RelayedConnection {
      final Socket client;
      final Socket onward;
      volatile boolean silent;

      RelayedConnection(Socket client, Socket onward) {
        this.client = client;
        this.onward = onward;
      }

      void pump(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
          InputStream in = from.getInputStream();
          for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            if (!silent) to.getOutputStream().write(bytes, 0, read);
          }
        } catch (IOException closed) {
          // The other connection is closed, too.
        }
        if (!silent) close();
      }

      void close() {
        for (Socket socket : List.of(client, onward)) {
          try {
            socket.close();
          } catch (IOException closed) {
            // It is closed despite the exception.
          }
        }
      }
    }

    /**
     * @param server the target port on this machine
     */
    Relay(int server) throws IOException {
      this.server = server;
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      start("accept", this::accept);
    }

    public String baseUrl() {
      return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Stops the traffic of existing connections. New connections work. */
    public void silence() {
      for (RelayedConnection line : lines) line.silent = true;
    }

    /** Closes all existing connections. */
    public void drop() {
      lines.forEach(RelayedConnection::close);
    }

    private void accept() {
      try {
        while (true) {
          Socket client = listener.accept();
          Socket onward = new Socket(InetAddress.getLoopbackAddress(), server);
          client.setTcpNoDelay(true);
          onward.setTcpNoDelay(true);
          RelayedConnection line = new RelayedConnection(client, onward);
          lines.add(line);
          start("there", () -> line.pump(client, onward));
          start("back", () -> line.pump(onward, client));
        }
      } catch (IOException closed) {
        // The test has ended.
      }
    }

    private static void start(String name, Runnable task) {
      Thread thread = new Thread(task, "relay-" + name);
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      listener.close();
      drop();
    }
  }
}
