package io.freightsdk.internal.transport;

import java.io.IOException;

/**
 * A server's word, in HTTP/2, that it did not begin to process a request: RFC 9113, section 8.7.
 * OkHttp also says it of requests that came after the last one of a connection being shut down.
 */
final class RefusedStream {
  /** Not exported by its module, so it is known by name; under another name it stays unknown. */
  private static final String RESET = "okhttp3.internal.http2.StreamResetException";

  private RefusedStream() {}

  static boolean is(IOException failure) {
    return failure.getClass().getName().equals(RESET)
        && String.valueOf(failure.getMessage()).endsWith(": REFUSED_STREAM");
  }
}
