package io.freightsdk.examples.contact;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.ByteString;

/**
 * Sends a request once, over a connection of its own, and follows nothing. Two requests may be sent
 * at once.
 */
final class Transport {
  /** Longer than any client waits, so that a slow answer is seen. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long MOST_BYTES = 1 << 20;
  private static final MediaType JSON = MediaType.get("application/json");

  private final HttpUrl base;
  private final String key;
  private final Time waits;
  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
          .followRedirects(false)
          .retryOnConnectionFailure(false)
          .readTimeout(PATIENCE)
          .callTimeout(PATIENCE)
          .build();

  Transport(HttpUrl base, String key, Time waits) {
    this.base = base;
    this.key = key;
    this.waits = waits;
  }

  /**
   * OkHttp's settings do not stop everything that it repeats, such as a GET that is answered with
   * 503 and {@code Retry-After: 0}. So an interceptor lets one request through, keeps its answer,
   * and shows OkHttp another one, on which it does nothing.
   */
  ApiResponse send(ApiCall send) {
    Instant at = waits.now();
    AtomicBoolean wasSent = new AtomicBoolean();
    AtomicReference<ApiResponse> came = new AtomicReference<>();
    Interceptor once =
        chain -> {
          if (wasSent.getAndSet(true)) throw new IOException("a second request is not sent");
          try (Response response = chain.proceed(chain.request())) {
            String body = response.peekBody(MOST_BYTES).string();
            Duration took = Duration.between(at, waits.now());
            came.set(
                new ApiResponse(
                    send.operation(), response.code(), response.headers(), body, took, null, true));
            ResponseBody none = ResponseBody.create(ByteString.EMPTY, null);
            return response.newBuilder().code(200).headers(Headers.EMPTY).body(none).build();
          }
        };
    String lost = null;
    try {
      OkHttpClient client = http.newBuilder().addNetworkInterceptor(once).build();
      client.newCall(request(send)).execute().close();
    } catch (IOException e) {
      lost = "no complete answer came (" + e.getClass().getSimpleName() + ")";
    }
    ApiResponse answer = came.get();
    if (answer != null) return answer;
    Duration took = Duration.between(at, waits.now());
    return new ApiResponse(send.operation(), 0, Headers.EMPTY, "", took, lost, wasSent.get());
  }

  private Request request(ApiCall send) {
    HttpUrl.Builder url = base.newBuilder();
    for (String segment : send.operation().path().substring(1).split("/", -1)) {
      url.addPathSegment(segment.equals("{loadNumber}") ? send.loadNumber() : segment);
    }
    Request.Builder request = new Request.Builder().url(url.build());
    String sentKey = send.hasWrongKey() ? "not-a-key-of-this-service" : key;
    request.header("Authorization", "Bearer " + sentKey);
    String idempotencyKey = send.idempotencyKey();
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    // Bodies are read as they come, before OkHttp could unpack them.
    request.header("Accept-Encoding", "identity").header("Accept", "application/json");
    String body = send.body();
    return request
        .method(send.operation().method(), body == null ? null : RequestBody.create(body, JSON))
        .build();
  }
}
