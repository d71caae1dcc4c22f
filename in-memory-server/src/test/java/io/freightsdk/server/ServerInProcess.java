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
 * The in-memory server without sockets, threads and waiting. Routes, authorization, planned faults,
 * journal and money are the same as on a port.
 */
public final class ServerInProcess {
  private ServerInProcess() {}

  /** The way in which a response arrives. */
  public enum Delivery {
    WHOLE,
    /** Only a part of the body arrives, then the connection closes. */
    TRUNCATED,
    /** Bytes arrive that are not HTTP, then the connection closes. */
    RANDOM_BYTES,
    /** The connection is reset without a byte. */
    RESET,
    /** The connection closes without a byte. */
    CLOSED
  }

  /**
   * A response as it arrives.
   *
   * @param status 0 without a status line
   * @param headers all headers except those of framing
   * @param body the bytes that arrive
   * @param after the time before the first byte; zero if it has already passed
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
  public record Received(
      int status, Map<String, String> headers, byte[] body, Delivery delivery, Duration after) {}

  /** Starts a server without a port. Its base URL does not exist. */
  public static InMemoryFreightServer start(ServerBuilder builder) {
    return builder.withoutPort().start();
  }

  /** Starts a server without a port, whose time is {@code nanoTime} at the pace of the builder. */
  public static InMemoryFreightServer start(ServerBuilder builder, LongSupplier nanoTime) {
    return builder.withoutPort().nanoTime(nanoTime).start();
  }

  /** The parts of a server that its test control uses. */
  public static AdminContext adminContext(InMemoryFreightServer server) {
    return server.adminContext();
  }

  /** Sets that the builder's servers listen on no port. */
  public static ServerBuilder withoutPort(ServerBuilder builder) {
    return builder.withoutPort();
  }

  /**
   * Sends a request and finishes it immediately, without waiting for planned delays.
   *
   * @param target as in a request line, such as {@code /v1/agent/pricing}
   * @param headers as on the wire; {@code Host} and {@code Content-Length} are optional
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
            response -> came.set(received(response, waited.get())));
    return came.get();
  }

  /**
   * Sends a request, whose planned delays take their time.
   *
   * @param later accepts the time of a delay and the work that follows it
   * @param receiver accepts the response, in this call or in a later call
   */
  public static void call(
      InMemoryFreightServer server,
      String method,
      String target,
      List<Map.Entry<String, String>> headers,
      byte[] body,
      BiConsumer<Duration, Runnable> later,
      Consumer<Received> receiver) {
    calls(server)
        .call(
            method,
            target,
            headers,
            body,
            later,
            response -> receiver.accept(received(response, Duration.ZERO)));
  }

  private static InProcessCalls calls(InMemoryFreightServer server) {
    return new InProcessCalls(server.http().handler(), server.http()::date);
  }

  private static Received received(Response response, Duration after) {
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
