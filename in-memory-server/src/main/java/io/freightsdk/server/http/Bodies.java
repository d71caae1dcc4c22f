package io.freightsdk.server.http;

import com.sun.net.httpserver.HttpExchange;
import io.freightsdk.server.service.Refusal;
import io.freightsdk.server.service.RefusedException;
import java.io.IOException;
import java.io.InputStream;

/** Reading request bodies without trusting their size. */
final class Bodies {
  static final int MAX_BODY_BYTES = 1 << 20;

  /**
   * How much of a refused body is read away, so that a client that sends all before it listens
   * still gets its 413. Beyond this the connection closes.
   */
  private static final long MAX_DRAINED_BYTES = 64L << 20;

  private static final int DRAIN_BUFFER_BYTES = 16 << 10;

  private Bodies() {}

  static byte[] read(HttpExchange exchange) throws IOException {
    InputStream in = exchange.getRequestBody();
    if (declaredLength(exchange) <= MAX_BODY_BYTES) {
      byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
      if (body.length <= MAX_BODY_BYTES) return body;
    }
    drain(in);
    throw new RefusedException(new Refusal.BodyTooLarge(MAX_BODY_BYTES));
  }

  /** Reads away what is left of a body that nobody asked for. */
  static void drain(InputStream in) throws IOException {
    if (in.read() < 0) return;
    byte[] buffer = new byte[DRAIN_BUFFER_BYTES];
    long drained = 0;
    int count;
    while ((count = in.read(buffer)) >= 0) {
      drained += count;
      if (drained > MAX_DRAINED_BYTES) throw new IOException("body over 64 MiB: not read further");
    }
  }

  private static long declaredLength(HttpExchange exchange) {
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    try {
      return length == null ? 0 : Long.parseLong(length.trim());
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
