package io.freightsdk.examples.observability;

import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapSetter;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** How a propagator reads and writes the headers of an OkHttp request. */
final class RequestHeaders {
  static final TextMapGetter<Request> READER = new Reader();
  static final TextMapSetter<Request.Builder> WRITER =
      (request, name, value) -> {
        if (request != null) {
          request.header(name, value);
        }
      };

  private RequestHeaders() {}

  private static final class Reader implements TextMapGetter<Request> {
    @Override
    public Iterable<String> keys(Request request) {
      return request.headers().names();
    }

    @Override
    public @Nullable String get(@Nullable Request request, String name) {
      return request == null ? null : request.header(name);
    }
  }
}
