package io.freightsdk.internal.transport;

import io.freightsdk.internal.transport.StaleConnections.DeadConnectionException;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * What stands between OkHttp and a request that is sent twice: three interceptors, from the
 * caller's side to the network's.
 */
final class WireGuards {
  /** More dead connections in a row than this is no longer an idle pool. */
  private static final int MAX_DEAD = 64;

  /**
   * What OkHttp's follow-up logic sees instead of a status that it would act on. It reads a GET
   * again after 503 with {@code Retry-After: 0} whatever its settings, and acts on redirects, 401,
   * 407, 408 and 421: a paid read would be paid twice.
   */
  private static final int MASKED = 200;

  private final StaleConnections stale;
  private final CountedSockets sockets = new CountedSockets();

  WireGuards(StaleConnections stale) {
    this.stale = stale;
  }

  /**
   * Puts the guards into a client.
   *
   * @param ownSockets whether the sockets are nobody else's to make
   */
  void install(OkHttpClient.Builder builder, boolean ownSockets) {
    if (ownSockets) builder.socketFactory(sockets);
    builder.addInterceptor(this::liveConnection);
    builder.networkInterceptors().add(0, WireGuards::mask);
    builder.addNetworkInterceptor(this::sendOnce);
  }

  /**
   * Takes another connection for a request that was not written because its first one was dead, and
   * gives the answer its own status back, inside the caller's interceptors.
   */
  private Response liveConnection(Interceptor.Chain chain) throws IOException {
    WireTrace trace = trace(chain);
    int dead = 0;
    while (true) {
      try {
        Response response = chain.proceed(chain.request());
        int status = trace.status();
        boolean masked = response.code() == MASKED && status != 0 && status != MASKED;
        return masked ? response.newBuilder().code(status).build() : response;
      } catch (DeadConnectionException e) {
        if (++dead >= MAX_DEAD) throw e;
      }
    }
  }

  private static Response mask(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    int status = response.code();
    trace(chain).answeredWith(status);
    // A 304 has no body by its status alone; as a 200 its body would be waited for.
    boolean followUpPossible = status >= 300 && status != 304;
    return followUpPossible ? response.newBuilder().code(MASKED).build() : response;
  }

  /** The last before the wire: one request goes through, and none after the call was given up. */
  private Response sendOnce(Interceptor.Chain chain) throws IOException {
    stale.refuseDead(chain.connection());
    if (!trace(chain).startWriting()) {
      throw new IOException("given up, or sent once already: a second wire request is refused");
    }
    CountedSockets.Counted socket = sockets.under(chain.connection());
    long readsBefore = socket == null ? 0 : socket.reads();
    Response response = chain.proceed(chain.request());
    if (socket != null && socket.reads() == readsBefore) {
      socket.close();
      response.close();
      throw new IOException("the answer was there before its request: it belongs to another one");
    }
    stale.used(chain.connection());
    return response;
  }

  private static WireTrace trace(Interceptor.Chain chain) throws IOException {
    WireTrace trace = chain.request().tag(WireTrace.class);
    if (trace == null) {
      throw new IOException("an interceptor replaced the request and dropped its tags");
    }
    return trace;
  }
}
