package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.WorldNetwork.Responder;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A service in a {@link World} that returns the responses of a test, in order, and clients of it. A
 * request without a response waits until the test adds one. Closing it fails the test if a client
 * leaves a call open, or has sent a body that the API description does not allow.
 */
public final class ScriptedService implements AutoCloseable {
  public static final String KEY = World.AGENT_KEY;

  private static final String BASE_URL = "https://freight.test/";

  private final World world = new World();
  private final RequestBodyChecks bodies = new RequestBodyChecks();
  private final Queue<MockResponse> responses = new ArrayDeque<>();
  private final Queue<Responder> waiting = new ArrayDeque<>();
  private final Map<Operation, Function<RecordedRequest, MockResponse.Builder>> always =
      new EnumMap<>(Operation.class);
  private final Queue<RecordedRequest> notTaken = new ArrayDeque<>();
  private final List<RecordedRequest> arrived = new ArrayList<>();
  private int failingConnections;

  public ScriptedService() {
    world.network().routeTo(new Responses());
  }

  /** A client with every default. */
  public FreightClient client() {
    return client(builder());
  }

  /** A client that is closed with this service. */
  public FreightClient client(FreightClient.Builder builder) {
    return world.client(builder);
  }

  /**
   * A builder with the address of this service. Its clients read no prices, so every request is one
   * that the test made.
   */
  public FreightClient.Builder builder() {
    return TestBuilders.withPrices(builderWithPrices(), FixedPrices.none());
  }

  /** A builder whose clients read the price list. */
  public FreightClient.Builder builderWithPrices() {
    return world.builder().baseUrl(BASE_URL).agentKey(KEY);
  }

  public String baseUrl() {
    return BASE_URL;
  }

  /** The exception of a position read by a new client. */
  public FreightException readFailure(FreightClient.Builder builder, CallStyle style) {
    FreightClient client = client(builder);
    return catchThrowableOfType(
        FreightException.class, () -> style.getLoadPosition(client, SampleLoads.NUMBER));
  }

  /**
   * Queues responses, which the next requests get in this order. A call sees their socket effects
   * and delays as it would over a socket.
   *
   * @throws IllegalArgumentException for what only a socket can do
   */
  public ScriptedService enqueue(MockResponse.Builder... next) {
    for (MockResponse.Builder response : next) responses.add(playable(response));
    respondToWaiting();
    return this;
  }

  /** Every request of this operation gets this response, and none from the queue. */
  public ScriptedService alwaysRespond(Operation operation, MockResponse.Builder response) {
    return alwaysRespond(operation, request -> response);
  }

  /** The same with a response that depends on the request. */
  public ScriptedService alwaysRespond(
      Operation operation, Function<RecordedRequest, MockResponse.Builder> response) {
    always.put(operation, response);
    return this;
  }

  /** Makes the next connections fail; those attempts are never sent. */
  public ScriptedService failConnections(int times) {
    failingConnections = times;
    return this;
  }

  public World world() {
    return world;
  }

  /** The number of requests that have arrived. */
  public int requestCount() {
    return arrived.size();
  }

  /** The number of requests of this operation that have arrived. */
  public long requestCount(Operation operation) {
    Optional<Operation> wanted = Optional.of(operation);
    return arrived.stream().map(RequestBodyChecks::operationOf).filter(wanted::equals).count();
  }

  /** The next request that arrived; fails when none did. */
  public RecordedRequest takeRequest() {
    if (notTaken.isEmpty()) world.settle();
    RecordedRequest request = notTaken.poll();
    if (request == null) throw new AssertionError("no request arrived");
    return request;
  }

  @Override
  public void close() {
    world.close();
    bodies.failIfViolated();
  }

  private void respondToWaiting() {
    while (!waiting.isEmpty() && !responses.isEmpty()) {
      play(responses.remove(), waiting.remove());
    }
  }

  /** Refuses what has no meaning without a socket. */
  private static MockResponse playable(MockResponse.Builder response) {
    MockResponse made = response.build();
    boolean plain =
        made.getSocketHandler() == null
            && made.getWebSocketListener() == null
            && made.getInformationalResponses().isEmpty()
            && made.getPushPromises().isEmpty()
            && made.getTrailers().size() == 0
            && made.getThrottleBytesPerPeriod() == Long.MAX_VALUE
            && !made.getFailHandshake()
            && !made.getInTunnel()
            && !made.getDoNotReadRequestBody()
            && !made.getShutdownServer()
            && made.getOnRequestStart() == null
            && made.getOnRequestBody() == null
            && made.getOnResponseEnd() == null;
    if (plain && isPlayable(made.getOnResponseStart()) && isPlayable(made.getOnResponseBody())) {
      return made;
    }
    throw new IllegalArgumentException(
        "this answer needs a socket, and a world has none; use MockWebServer: " + made);
  }

  private static boolean isPlayable(@Nullable SocketEffect effect) {
    return effect == null
        || effect instanceof SocketEffect.Stall
        || effect instanceof SocketEffect.CloseSocket;
  }

  private static void play(MockResponse response, Responder responder) {
    SocketEffect before = response.getOnResponseStart();
    SocketEffect within = response.getOnResponseBody();
    Duration after =
        Duration.ofNanos(response.getHeadersDelayNanos() + response.getBodyDelayNanos());
    if (before instanceof SocketEffect.CloseSocket) {
      responder.fail(after, new EOFException("\\n not found: limit=0 content=…"));
      return;
    }
    // Nothing more comes: the call ends by its own time.
    if (before != null || within instanceof SocketEffect.Stall) return;
    Response.Builder head =
        new Response.Builder().code(response.getCode()).headers(response.getHeaders());
    byte[] body = bytes(response.getBody());
    if (within == null) {
      responder.respond(after, head, body);
    } else {
      byte[] half = Arrays.copyOf(body, body.length / 2);
      responder.truncate(after, head, half, new ProtocolException("unexpected end of stream"));
    }
  }

  private static byte[] bytes(@Nullable MockResponseBody body) {
    Buffer bytes = new Buffer();
    try {
      if (body != null) body.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.readByteArray();
  }

  private final class Responses implements WorldNetwork.Service {
    @Override
    public void connect(Request request) throws IOException {
      if (failingConnections == 0) return;
      failingConnections--;
      throw new UnknownHostException("no such host in this test");
    }

    @Override
    public void serve(Request request, byte[] body, Responder responder) {
      RecordedRequest came = recorded(request, body);
      arrived.add(came);
      notTaken.add(came);
      Optional<Operation> operation = RequestBodyChecks.operationOf(came);
      bodies.recordViolations(came);
      Function<RecordedRequest, MockResponse.Builder> fixed =
          operation.map(always::get).orElse(null);
      if (fixed != null) {
        play(playable(fixed.apply(came)), responder);
      } else {
        waiting.add(responder);
        respondToWaiting();
      }
    }

    private RecordedRequest recorded(Request request, byte[] body) {
      String query = request.url().encodedQuery();
      String path = request.url().encodedPath();
      return new RecordedRequest(
          0,
          arrived.size(),
          null,
          List.of(),
          request.method(),
          query == null ? path : path + "?" + query,
          "HTTP/1.1",
          request.url(),
          request.headers(),
          request.body() == null ? null : ByteString.of(body),
          body.length,
          List.of(),
          null);
    }
  }
}
