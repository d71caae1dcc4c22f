package io.freightsdk.internal.transport;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An answer read whole, decompressed.
 *
 * @param url what was asked
 * @param body all of it; a success reads it up, everything else reads a copy
 * @param oversized whether the body was longer than the cap, so that {@code body} is its start
 */
public record WireAnswer(HttpUrl url, int status, Headers headers, Buffer body, boolean oversized)
    implements Exchange.Result {

  /** What the service says the body is; null when it does not say. Parsed when asked for. */
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
