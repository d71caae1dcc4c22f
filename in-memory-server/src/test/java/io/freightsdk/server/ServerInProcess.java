package io.freightsdk.server;

import io.freightsdk.server.admin.AdminContext;
import io.freightsdk.server.http.engine.InProcessCalls;
import io.freightsdk.server.http.engine.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The reference server without sockets, threads and waiting. What answers is what answers on its
 * port: routes, gates, planned faults, journal and money.
 */
public final class ServerInProcess {
  private ServerInProcess() {}

  /** How an answer comes. */
  public enum Delivery {
    WHOLE,
    /** Less of the body than its head announces; then the connection closes. */
    TRUNCATED,
    /** Bytes that are no HTTP; then the connection closes. */
    RANDOM_BYTES,
    /** The connection is reset without a byte. */
    RESET,
    /** The connection closes without a byte. */
    CLOSED
  }

  /**
   * What comes back.
   *
   * @param status 0 when there is no head
   * @param headers all but those of framing
   * @param body the bytes that arrive
   * @param after how long nothing comes; zero where that time has passed already
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
  public record Received(
      int status, Map<String, String> headers, byte[] body, Delivery delivery, Duration after) {}

  /** A server that listens on no port. Its base URL leads nowhere. */
  public static InMemoryFreightServer start(InMemoryFreightServer.Builder builder) {
    return withoutPort(builder).start();
  }

  /** The same, whose time is what {@code nanoTime} says, at the pace that the builder was given. */
  public static InMemoryFreightServer start(
      InMemoryFreightServer.Builder builder, LongSupplier nanoTime) {
    return withoutPort(builder).nanoTime(nanoTime).start();
  }

  /** The server as its test control sees it. */
  public static AdminContext adminContext(InMemoryFreightServer server) {
    return server.adminContext();
  }

  /** The same settings for servers that listen on no port. */
  public static InMemoryFreightServer.Builder withoutPort(InMemoryFreightServer.Builder builder) {
    return builder.copy().withoutPort();
  }

  /**
   * One request, of which everything happens now: also what happens only after a planned delay.
   *
   * @param target as in a request line, such as {@code /v1/agent/pricing}
   * @param headers as on the wire; {@code Host} and {@code Content-Length} may be left out
   */
  public static Received call(
      InMemoryFreightServer server,
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body) {
    AtomicReference<Duration> waited = new AtomicReference<>(Duration.ZERO);
    AtomicReference<Received> came = new AtomicReference<>();
    calls(server)
        .call(
            method,
            target,
            headers,
            body,
            (time, work) -> {
              waited.set(waited.get().plus(time));
              work.run();
            },
            response -> came.set(answer(response, waited.get())));
    return came.get();
  }

  /**
   * One request, of which everything happens in its time.
   *
   * @param later is given how long the server waits, and what it does then
   * @param answered is given the answer, in this call or in a later one
   */
  public static void call(
      InMemoryFreightServer server,
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body,
      BiConsumer<Duration, Runnable> later,
      Consumer<Received> answered) {
    calls(server)
        .call(
            method,
            target,
            headers,
            body,
            later,
            response -> answered.accept(answer(response, Duration.ZERO)));
  }

  private static InProcessCalls calls(InMemoryFreightServer server) {
    return new InProcessCalls(server.http().handler(), server.http()::date);
  }

  private static Received answer(Response response, Duration after) {
    Delivery delivery =
        switch (response.delivery()) {
          case WHOLE -> Delivery.WHOLE;
          case TRUNCATED -> Delivery.TRUNCATED;
          case RANDOM_BYTES -> Delivery.RANDOM_BYTES;
          case RESET -> Delivery.RESET;
          case CLOSED -> Delivery.CLOSED;
        };
    return new Received(response.status(), response.headers(), response.body(), delivery, after);
  }
}
