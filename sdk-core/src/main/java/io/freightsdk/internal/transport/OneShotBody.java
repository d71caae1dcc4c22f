package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A JSON body that OkHttp may write once and never again. */
final class OneShotBody extends RequestBody {
  private static final MediaType JSON = MediaType.get("application/json; charset=utf-8");

  private final byte[] bytes;
  private final WireTrace trace;

  OneShotBody(byte[] bytes, WireTrace trace) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("a JSON body is not empty");
    }
    this.bytes = bytes;
    this.trace = trace;
  }

  @Override
  public MediaType contentType() {
    return JSON;
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public boolean isOneShot() {
    return true;
  }

  @Override
  public void writeTo(BufferedSink sink) throws IOException {
    int last = bytes.length - 1;
    sink.write(bytes, 0, last);
    // JSON without its last byte is no JSON: until here the service cannot act on the request.
    if (!trace.handOver()) {
      throw new IOException("given up before the request was written");
    }
    sink.write(bytes, last, 1);
  }
}
