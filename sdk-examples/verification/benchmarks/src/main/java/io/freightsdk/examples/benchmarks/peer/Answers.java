package io.freightsdk.examples.benchmarks.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The answers of the fast server, whole and in direct memory. */
final class Answers {
  private static final byte[] PATH = "GET /v1/agent/".getBytes(StandardCharsets.US_ASCII);

  private final ByteBuffer balance = ok(Samples.balance());
  private final ByteBuffer position = ok(Samples.position());
  private final ByteBuffer pricing = ok(Samples.pricing());
  private final ByteBuffer unknown = answer("404 Not Found", new byte[0]);

  /** The answer to a request that begins with these bytes. */
  ByteBuffer of(byte[] request, int length) {
    return found(length > PATH.length ? request[PATH.length] : 0).duplicate();
  }

  /** The first letter tells the paths apart. */
  private ByteBuffer found(int letter) {
    return switch (letter) {
      case 'b' -> balance;
      case 'l' -> position;
      case 'p' -> pricing;
      default -> unknown;
    };
  }

  private static ByteBuffer ok(byte[] body) {
    return answer("200 OK", body);
  }

  private static ByteBuffer answer(String status, byte[] body) {
    String head =
        "HTTP/1.1 "
            + status
            + "\r\nDate: Fri, 20 Nov 2026 16:20:00 GMT"
            + "\r\nContent-Type: application/json; charset=utf-8"
            + "\r\nX-Request-Id: req_0123456789abcdef"
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] bytes = head.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length + body.length).put(bytes).put(body).flip();
  }
}
