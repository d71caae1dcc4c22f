package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.ServerInProcess.Answer;
import io.freightsdk.testing.Front.Asked;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import kotlin.Pair;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A gateway between a client and a service. It passes requests on, and changes the answers of some.
 */
public final class Gateway implements AutoCloseable {
  /** How the gateway handles one request. */
  public interface Handling {
    MockResponse.Builder answer(Onward service) throws IOException;
  }

  /** Passes a request on to the service. */
  public interface Onward {
    MockResponse.Builder pass() throws IOException;
  }

  private static final long BOUND_SECONDS = 120;

  /** Passes a request on to the service. */
  private interface Way {
    MockResponse.Builder pass(Asked request) throws IOException;
  }

  private final Way way;
  private final Front front;
  private final Runnable end;
  private final Map<Operation, Queue<Handling>> handlings = new EnumMap<>(Operation.class);
  private final Map<Operation, AtomicInteger> arrived = new EnumMap<>(Operation.class);

  /** On a port, before a service at this address. */
  public Gateway(String serviceUrl) {
    this(
        new OkHttpClient.Builder().retryOnConnectionFailure(false).followRedirects(false).build(),
        serviceUrl);
  }

  private Gateway(OkHttpClient onward, String serviceUrl) {
    this(
        request -> overSockets(onward, serviceUrl, request),
        Front::overSockets,
        () -> onward.connectionPool().evictAll());
  }

  private Gateway(Way way, Function<Front.Playing, Front> front, Runnable end) {
    this.way = way;
    this.end = end;
    for (Operation operation : Operation.values()) {
      handlings.put(operation, new ConcurrentLinkedQueue<>());
      arrived.put(operation, new AtomicInteger());
    }
    this.front = front.apply(this::answer);
  }

  /** In a world, before its server. */
  public static Gateway in(World world, InMemoryFreightServer server) {
    return new Gateway(
        request -> inProcess(server, request),
        playing -> Front.in(world, "gateway.test", playing),
        () -> {});
  }

  public String baseUrl() {
    return front.baseUrl();
  }

  /** How it handles the next requests of an operation, in order; later ones are passed on. */
  public Gateway next(Operation operation, Handling... inOrder) {
    handlings.get(operation).addAll(List.of(inOrder));
    return this;
  }

  /** Requests of an operation that came to this gateway. */
  public int arrived(Operation operation) {
    return arrived.get(operation).get();
  }

  /** The service handles the request; the gateway replaces its answer with this one. */
  public static Handling insteadOfTheAnswer(MockResponse.Builder other) {
    return service -> {
      service.pass();
      return other;
    };
  }

  /** The service never sees the request. */
  public static Handling turnedAway(MockResponse.Builder other) {
    return service -> other;
  }

  /** The service does its work; the connection ends without an answer. */
  public static Handling answerLost() {
    return service -> service.pass().onResponseStart(new SocketEffect.CloseSocket());
  }

  /** The service does its work; its answer goes on once the latch is open. */
  public static Handling heldUntil(CountDownLatch opened) {
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

  private MockResponse answer(Asked request) {
    Operation operation = operation(request);
    Handling handling = null;
    if (operation != null) {
      arrived.get(operation).incrementAndGet();
      handling = handlings.get(operation).poll();
    }
    try {
      return (handling == null ? way.pass(request) : handling.answer(() -> way.pass(request)))
          .build();
    } catch (IOException e) {
      return page(502).build();
    }
  }

  private static MockResponse.Builder overSockets(
      OkHttpClient onward, String serviceUrl, Asked request) throws IOException {
    RequestBody body =
        request.method().equals("GET") ? null : RequestBody.create(request.body().toByteArray());
    Request on =
        new Request.Builder()
            .url(serviceUrl + request.url().encodedPath())
            .headers(
                request
                    .headers()
                    .newBuilder()
                    .removeAll("Host")
                    .removeAll("Accept-Encoding")
                    .build())
            .method(request.method(), body)
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

  private static MockResponse.Builder inProcess(InMemoryFreightServer server, Asked request)
      throws IOException {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    for (Pair<? extends String, ? extends String> header : request.headers()) {
      // As over sockets: the gateway reads the bodies itself.
      if (header.getFirst().equalsIgnoreCase("Accept-Encoding")) continue;
      headers.add(Map.entry(header.getFirst(), header.getSecond()));
    }
    Answer came =
        ServerInProcess.ask(
            server,
            request.method(),
            request.url().encodedPath(),
            headers,
            request.body().toByteArray());
    switch (came.delivery()) {
      case WHOLE -> {}
      case CUT, NO_HTTP, RESET, CLOSED -> throw new IOException("the service broke off");
    }
    MockResponse.Builder answer = new MockResponse.Builder().code(came.status());
    came.headers().forEach(answer::setHeader);
    return answer
        .headersDelay(came.after().toNanos(), TimeUnit.NANOSECONDS)
        .body(new Buffer().write(came.body()));
  }

  private static @Nullable Operation operation(Asked request) {
    for (Operation known : Operation.values()) {
      boolean named =
          known.method().equals(request.method())
              && request.url().encodedPath().matches(known.path().replaceAll("\\{[^}]+}", "[^/]+"));
      if (named) return known;
    }
    return null;
  }

  @Override
  public void close() {
    front.close();
    end.run();
  }
}
