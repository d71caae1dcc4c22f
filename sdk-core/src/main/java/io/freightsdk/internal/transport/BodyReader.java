package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;

/**
 * Reads a response body up to a cap counted after decompression, so that no answer fills memory.
 */
final class BodyReader {
  private BodyReader() {}

  /** Reads the answer whole and closes it. */
  static WireAnswer read(Response response, long capBytes) throws IOException {
    try (ResponseBody body = response.body()) {
      BufferedSource source = body.source();
      boolean oversized = source.request(capBytes + 1);
      Buffer bytes = new Buffer();
      if (oversized) {
        // A start for the excerpt; the rest is not worth its memory.
        source.read(bytes, EXCERPT_BYTES);
      } else {
        source.readAll(bytes);
      }
      return new WireAnswer(response.code(), response.headers(), bytes, oversized);
    }
  }

  private static final long EXCERPT_BYTES = 4096;
}
