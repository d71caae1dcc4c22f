package io.freightsdk.internal.transport;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A complete, decompressed answer.
 *
 * @param url the URL of the request
 * @param body the complete body; reading a success consumes it, everything else reads a copy
 * @param oversized whether the body was longer than the cap, so that {@code body} is only its start
 */
public record WireAnswer(HttpUrl url, int status, Headers headers, Buffer body, boolean oversized)
    implements Exchange.Result {

  /** The content type of the body; null when the answer has none. Parsed at each call. */
  public @Nullable MediaType contentType() {
    String named = headers.get("Content-Type");
    return named == null ? null : MediaType.parse(named);
  }

  /** Status and size only. */
  @Override
  public String toString() {
    return "WireAnswer[" + status + ", " + body.size() + " bytes]";
  }
}
