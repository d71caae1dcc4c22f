package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A gateway between a client and a service: it passes requests on, and for some of them says
 * something else than the service did.
 */
public final class Gateway implements AutoCloseable {
  /** What becomes of one request. */
  public interface Turn {
    MockResponse.Builder answer(Onward service) throws IOException;
  }

  /** The way on to the service. */
  public interface Onward {
    MockResponse.Builder pass() throws IOException;
  }

  private static final long BOUND_SECONDS = 120;

  private final MockWebServer front = QuickSockets.mockServer();
  private final OkHttpClient onward =
      new OkHttpClient.Builder().retryOnConnectionFailure(false).followRedirects(false).build();
  private final String serviceUrl;
  private final Map<Operation, Queue<Turn>> turns = new EnumMap<>(Operation.class);
  private final Map<Operation, AtomicInteger> arrived = new EnumMap<>(Operation.class);

  public Gateway(String serviceUrl) {
    this.serviceUrl = serviceUrl;
    for (Operation operation : Operation.values()) {
      turns.put(operation, new ConcurrentLinkedQueue<>());
      arrived.put(operation, new AtomicInteger());
    }
    front.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request);
          }
        });
    try {
      front.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String baseUrl() {
    return "http://127.0.0.1:" + front.getPort();
  }

  /** What becomes of the next requests of an operation, in order; later ones are passed on. */
  public Gateway next(Operation operation, Turn... inOrder) {
    turns.get(operation).addAll(List.of(inOrder));
    return this;
  }

  /** Requests of an operation that came to this gateway. */
  public int arrived(Operation operation) {
    return arrived.get(operation).get();
  }

  /** The service does its work; the gateway says this instead of its answer. */
  public static Turn insteadOfTheAnswer(MockResponse.Builder said) {
    return service -> {
      service.pass();
      return said;
    };
  }

  /** The service never sees the request. */
  public static Turn turnedAway(MockResponse.Builder said) {
    return service -> said;
  }

  /** The service does its work; the connection ends without an answer. */
  public static Turn answerLost() {
    return service -> service.pass().onResponseStart(new SocketEffect.CloseSocket());
  }

  /** The service does its work; its answer goes on once the latch is open. */
  public static Turn heldUntil(CountDownLatch opened) {
    return service -> {
      MockResponse.Builder answer = service.pass();
      try {
        if (!opened.await(BOUND_SECONDS, TimeUnit.SECONDS)) throw new IOException("held for ever");
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return answer;
    };
  }

  /** The page of a proxy. */
  public static MockResponse.Builder page(int status) {
    return new MockResponse.Builder()
        .code(status)
        .setHeader("Content-Type", "text/html")
        .body("<html><body><h1>" + status + "</h1><p>Request blocked.</p></body></html>");
  }

  private MockResponse answer(RecordedRequest request) {
    Operation operation = operation(request);
    Turn turn = null;
    if (operation != null) {
      arrived.get(operation).incrementAndGet();
      turn = turns.get(operation).poll();
    }
    try {
      return (turn == null ? pass(request) : turn.answer(() -> pass(request))).build();
    } catch (IOException e) {
      return page(502).build();
    }
  }

  private MockResponse.Builder pass(RecordedRequest request) throws IOException {
    RequestBody body =
        request.getMethod().equals("GET")
            ? null
            : RequestBody.create(bodyOf(request).toByteArray());
    Request on =
        new Request.Builder()
            .url(serviceUrl + request.getUrl().encodedPath())
            .headers(
                request
                    .getHeaders()
                    .newBuilder()
                    .removeAll("Host")
                    .removeAll("Accept-Encoding")
                    .build())
            .method(request.getMethod(), body)
            .build();
    try (Response answer = onward.newCall(on).execute()) {
      Buffer copy = new Buffer();
      copy.writeAll(answer.body().source());
      return new MockResponse.Builder()
          .code(answer.code())
          .headers(
              answer
                  .headers()
                  .newBuilder()
                  .removeAll("Content-Length")
                  .removeAll("Transfer-Encoding")
                  .build())
          .body(copy);
    }
  }

  private static ByteString bodyOf(RecordedRequest request) {
    return request.getBody() == null ? ByteString.EMPTY : request.getBody();
  }

  private static @Nullable Operation operation(RecordedRequest request) {
    for (Operation known : Operation.values()) {
      boolean named =
          known.method().equals(request.getMethod())
              && request
                  .getUrl()
                  .encodedPath()
                  .matches(known.path().replaceAll("\\{[^}]+}", "[^/]+"));
      if (named) return known;
    }
    return null;
  }

  @Override
  public void close() {
    front.close();
    onward.connectionPool().evictAll();
  }
}
