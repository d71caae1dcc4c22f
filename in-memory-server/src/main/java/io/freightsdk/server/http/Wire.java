package io.freightsdk.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;

/** Puts answers on the socket, whole or broken as a fault wants them. */
final class Wire {
  private static final int NO_BODY = -1;

  private final DateHeader date = new DateHeader();

  /**
   * Sends an answer.
   *
   * @throws IOException also when the answer says that the connection is to close early: the engine
   *     then closes it and forgets it
   */
  void send(Call call, Answer answer, Instant now) throws IOException {
    HttpExchange exchange = call.exchange();
    if (answer.delivery() == Answer.Delivery.NONE) throw new IOException("closed by a fault");
    if (answer.delivery() == Answer.Delivery.HANDED_OVER) return;

    // What nobody read must be read, or the next request on this connection starts in its middle.
    Bodies.drain(exchange.getRequestBody());
    Headers headers = exchange.getResponseHeaders();
    headers.set("Date", date.at(now));
    headers.set("X-Request-Id", call.requestId());
    headers.set("Content-Type", answer.contentType());
    headers.set("Cache-Control", "no-store");
    answer.headers().forEach(headers::set);

    byte[] body = answer.body();
    boolean bodyless = body.length == 0 || call.method().equals("HEAD");
    exchange.sendResponseHeaders(answer.status(), bodyless ? NO_BODY : body.length);
    if (bodyless) {
      exchange.close();
      return;
    }
    try (OutputStream out = exchange.getResponseBody()) {
      if (answer.delivery() == Answer.Delivery.TRUNCATED) {
        out.write(body, 0, body.length / 2);
        out.flush();
        throw new IOException("cut off by a fault");
      }
      out.write(body);
    }
  }
}
