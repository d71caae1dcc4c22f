package io.freightsdk.internal.transport;

import okhttp3.Headers;
import okhttp3.MediaType;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * An answer read whole, decompressed.
 *
 * @param contentType what the service says the body is; null when it does not say
 * @param body all of it; read from a {@code clone()} to keep it for an excerpt
 * @param oversized whether the body was longer than the cap, so that {@code body} is its start
 */
public record WireAnswer(
    int status, Headers headers, @Nullable MediaType contentType, Buffer body, boolean oversized) {

  /** Whether the status is 2xx. */
  public boolean successful() {
    return status >= 200 && status < 300;
  }

  /** Status and size only. */
  @Override
  public String toString() {
    return "WireAnswer[" + status + ", " + body.size() + " bytes]";
  }
}
