package io.freightsdk.contact;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import org.jspecify.annotations.Nullable;

/** Sends a request once, over its own connection, and follows no redirect. Thread-safe. */
final class Transport {
  /** Longer than the client waits, so that a slow response is seen. */
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final long MAX_BYTES = 1 << 20;
  private static final MediaType JSON = MediaType.get("application/json");

  private final HttpUrl base;
  private final String key;
  private final Time time;
  private final OkHttpClient http =
      new OkHttpClient.Builder()
          .connectionPool(new ConnectionPool(0, 1, TimeUnit.MILLISECONDS))
          .followRedirects(false)
          .retryOnConnectionFailure(false)
          .readTimeout(TIMEOUT)
          .callTimeout(TIMEOUT)
          .build();

  Transport(HttpUrl base, String key, Time time) {
    this.base = base;
    this.key = key;
    this.time = time;
  }

  /**
   * OkHttp's settings do not prevent every repeat, such as a GET after a 503 with {@code
   * Retry-After: 0}. So an interceptor keeps the response, and passes another response to OkHttp,
   * which then does nothing.
   */
  ApiResponse send(ApiCall call) {
    Request request = request(call);
    Instant start = time.now();
    AtomicBoolean wasSent = new AtomicBoolean();
    AtomicReference<ApiResponse> received = new AtomicReference<>();
    Interceptor once =
        chain -> {
          if (wasSent.getAndSet(true)) throw new IOException("a second request is not sent");
          try (Response response = chain.proceed(chain.request())) {
            String body = response.peekBody(MAX_BYTES).string();
            Duration took = Duration.between(start, time.now());
            received.set(
                new ApiResponse(
                    call.operation(),
                    request.url(),
                    response.code(),
                    response.headers(),
                    body,
                    took,
                    null,
                    true));
            ResponseBody none = ResponseBody.create(ByteString.EMPTY, null);
            return response.newBuilder().code(200).headers(Headers.EMPTY).body(none).build();
          }
        };
    String failure = "none";
    try {
      OkHttpClient client = http.newBuilder().addNetworkInterceptor(once).build();
      client.newCall(request).execute().close();
    } catch (IOException e) {
      failure = e.getClass().getSimpleName();
    }
    ApiResponse response = received.get();
    if (response != null) return response;
    Duration took = Duration.between(start, time.now());
    return new ApiResponse(
        call.operation(), request.url(), 0, Headers.EMPTY, "", took, failure, wasSent.get());
  }

  private Request request(ApiCall call) {
    HttpUrl.Builder url = base.newBuilder();
    for (String segment : call.operation().path().substring(1).split("/", -1)) {
      url.addPathSegment(segment.equals("{loadNumber}") ? call.loadNumber() : segment);
    }
    Request.Builder request = new Request.Builder().url(url.build());
    String sentKey = call.hasWrongAgentKey() ? "not-a-key-of-this-service" : key;
    request.header("Authorization", "Bearer " + sentKey);
    String idempotencyKey = call.idempotencyKey();
    if (idempotencyKey != null) request.header("Idempotency-Key", idempotencyKey);
    // Otherwise OkHttp would decompress bodies.
    request.header("Accept-Encoding", "identity").header("Accept", "application/json");
    return request.method(call.operation().method(), body(call.body())).build();
  }

  private static @Nullable RequestBody body(@Nullable String body) {
    if (body == null) return null;
    return RequestBody.create(body.getBytes(UTF_8), body.isEmpty() ? null : JSON);
  }
}
