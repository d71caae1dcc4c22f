package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * A complete, decompressed response. OkHttp returns a stream; here the attempt ends with the last
 * byte, and a truncated response is a {@link WireFailure}.
 *
 * @param url the URL of the request
 * @param body the complete body; responses are read from a copy
 * @param oversized whether the body was longer than the maximum, so that {@code body} is only its
 *     start
 */
public record WireResponse(HttpUrl url, int status, Headers headers, Buffer body, boolean oversized)
    implements Exchange.Result {

  /** In bytes after decompression. */
  private static final long MAX_BODY_BYTES = 8L * 1024 * 1024;

  /** The number of bytes that are kept of a longer body, for the excerpt. */
  private static final long EXCERPT_BYTES = 4096;

  /** Reads the complete response, up to a maximum of decompressed bytes, and closes it. */
  static WireResponse read(Response response) throws IOException {
    try (ResponseBody body = response.body()) {
      BufferedSource source = body.source();
      boolean oversized = source.request(MAX_BODY_BYTES + 1);
      Buffer bytes = new Buffer();
      if (oversized) {
        source.read(bytes, EXCERPT_BYTES);
      } else {
        source.readAll(bytes);
      }
      return new WireResponse(
          response.request().url(), response.code(), response.headers(), bytes, oversized);
    }
  }

  /** The content type of the body; null if the response has none. Parsed at each call. */
  public @Nullable MediaType contentType() {
    String header = headers.get("Content-Type");
    return header == null ? null : MediaType.parse(header);
  }

  /** The {@code X-Request-Id}; null if the response has none. */
  public @Nullable String requestId() {
    return headers.get("X-Request-Id");
  }

  /** Status and size only. */
  @Override
  public String toString() {
    return "WireResponse[" + status + ", " + body.size() + " bytes]";
  }
}
