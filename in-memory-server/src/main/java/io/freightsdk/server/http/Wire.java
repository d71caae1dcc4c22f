package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Puts answers on the socket, whole or broken as a fault wants them. Safe for several threads. */
final class Wire {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

  /**
   * What keeps a browser from making more of an answer than it is; pages bring policies of their
   * own.
   */
  private static final String[][] GUARDS = {
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "geolocation=()"},
  };

  private volatile FormattedDate latest = new FormattedDate(Long.MIN_VALUE, "");

  private record FormattedDate(long second, String text) {}

  /**
   * Sends an answer.
   *
   * @throws IOException also when the answer says that the connection is to close early: the engine
   *     then closes it and forgets it
   */
  void send(Request request, Response response, Call call, Answer answer, Instant now)
      throws IOException {
    if (answer.delivery() == Answer.Delivery.NONE) throw new IOException("closed by a fault");

    // What nobody read must be read, or the next request on this connection starts in its middle.
    request.skipBody();
    response.header("Date", date(now));
    response.header("X-Request-Id", call.requestId());
    response.header("Content-Type", answer.contentType());
    response.header("Cache-Control", "no-store");
    for (String[] header : GUARDS) response.header(header[0], header[1]);
    answer.headers().forEach(response::header);

    byte[] body = answer.body();
    Answer.Stream stream = answer.stream();
    if (stream != null) {
      try (OutputStream out = response.stream(answer.status())) {
        if (!call.method().equals("HEAD")) stream.writeTo(out);
      }
    } else if (answer.delivery() == Answer.Delivery.TRUNCATED) {
      response.sendCutOff(answer.status(), body, body.length / 2);
      throw new IOException("cut off by a fault");
    } else {
      response.send(answer.status(), body);
    }
  }

  /** The {@code Date} header of server time, formatted once a second. */
  String date(Instant now) {
    long second = now.getEpochSecond();
    FormattedDate current = latest;
    if (current.second != second) {
      current = new FormattedDate(second, HTTP_DATE.format(now));
      latest = current;
    }
    return current.text;
  }
}
