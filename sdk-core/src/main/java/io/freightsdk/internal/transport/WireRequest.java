package io.freightsdk.internal.transport;

import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request, ready to be written.
 *
 * @param body the JSON bytes, shared by all attempts and never changed; null for no body
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy per attempt would be waste.
public record WireRequest(String method, HttpUrl url, Headers headers, byte @Nullable [] body) {

  /** Method only: the URL holds a load number, the headers hold the key. */
  @Override
  public String toString() {
    return "WireRequest[" + method + "]";
  }
}
