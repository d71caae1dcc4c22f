package io.freightsdk.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one POST: a JSON body if the result is the first message, otherwise a stream of
 * events that ends with the result. Later messages, and messages to a closed connection, are
 * dropped.
 */
final class Reply implements Wire {
  private final HttpExchange exchange;
  private final HttpSessions.Entry session;
  private final @Nullable Object id;
  private final CountDownLatch over = new CountDownLatch(1);
  private boolean streaming;
  private boolean answered;

  Reply(HttpExchange exchange, HttpSessions.Entry session, @Nullable Object id) {
    this.exchange = exchange;
    this.session = session;
    this.id = id;
  }

  @Override
  public synchronized void send(Map<String, ? extends @Nullable Object> message) {
    if (over.getCount() == 0) return;
    boolean last = message.get("method") == null && Objects.equals(message.get("id"), id);
    try {
      if (last && !streaming) {
        answered = true;
        HttpEndpoint.answer(exchange, status(message), message);
      } else {
        stream(message);
      }
    } catch (IOException e) {
      over.countDown();
    }
    if (last) over.countDown();
  }

  /**
   * A body that is not a message is a bad request; without sessions, some errors are told so too.
   */
  private int status(Map<String, ? extends @Nullable Object> message) {
    if (!(message.get("error") instanceof Map<?, ?> error)) return 200;
    if (id == null) return 400;
    if (!session.id().isEmpty()) return 200;
    boolean unknown = Integer.valueOf(Messages.METHOD_NOT_FOUND).equals(error.get("code"));
    boolean revision = Integer.valueOf(Modern.UNSUPPORTED_REVISION).equals(error.get("code"));
    boolean params = Integer.valueOf(Messages.INVALID_PARAMS).equals(error.get("code"));
    return unknown ? 404 : revision || params ? 400 : 200;
  }

  /** Ends the stream, which would otherwise stay open as long as the session. */
  @Override
  public synchronized void cancelled() {
    try {
      if (!streaming && over.getCount() > 0) EventStream.begin(exchange);
    } catch (IOException e) {
      // The host has gone.
    }
    streaming = true;
    over.countDown();
  }

  private void stream(Map<String, ? extends @Nullable Object> message) throws IOException {
    if (!streaming) {
      streaming = true;
      answered = true;
      EventStream.begin(exchange);
    }
    exchange.getResponseBody().write(EventStream.event(message).getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
  }

  synchronized boolean answered() {
    return answered;
  }

  /** Waits until the request is answered or its session has ended. */
  void await() {
    try {
      session.awaitAnswer(over);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      over.countDown();
    }
  }
}
