package io.freightsdk.charges;

import java.io.IOException;
import java.io.UncheckedIOException;
import okio.Buffer;
import okio.GzipSink;

/** Compresses bodies for answers. */
final class Gzip {
  private Gzip() {}

  static Buffer of(Buffer plain) {
    Buffer compressed = new Buffer();
    try (GzipSink sink = new GzipSink(compressed)) {
      sink.write(plain, plain.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed;
  }
}
