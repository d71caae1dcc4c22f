package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Hides statuses from OkHttp's follow-up logic, which sits between its two halves.
 *
 * <p>OkHttp reads a GET again after 503 with {@code Retry-After: 0} whatever its settings, and acts
 * on redirects, 401, 407, 408 and 421. A paid read would be paid twice. Behind the mask it sees a
 * 200 and acts on nothing.
 */
final class StatusMask {
  private static final int MASKED = 200;

  private StatusMask() {}

  /** The half nearer to the network. */
  static Response hide(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    int status = response.code();
    trace(chain).answeredWith(status);
    // A 304 has no body by its status alone; as a 200 its body would be waited for.
    boolean followUpPossible = status >= 300 && status != 304;
    return followUpPossible ? response.newBuilder().code(MASKED).build() : response;
  }

  /** The half nearer to the caller, still inside the caller's own interceptors. */
  static Response restore(Response response, WireTrace trace) {
    int status = trace.status();
    boolean masked = response.code() == MASKED && status != 0 && status != MASKED;
    return masked ? response.newBuilder().code(status).build() : response;
  }

  static WireTrace trace(Interceptor.Chain chain) throws IOException {
    WireTrace trace = chain.request().tag(WireTrace.class);
    if (trace == null) {
      throw new IOException("an interceptor replaced the request and dropped its tags");
    }
    return trace;
  }
}
