package io.freightsdk.internal.transport;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * The last interceptor before the wire. It lets one request through and refuses the second, whoever
 * asks for it, and none after the call was given up.
 */
final class WireGate implements Interceptor {
  private final StaleConnections stale;

  WireGate(StaleConnections stale) {
    this.stale = stale;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    stale.refuseDead(chain.connection());
    if (!StatusMask.trace(chain).startWriting()) {
      throw new IOException("given up, or sent once already: a second wire request is refused");
    }
    Response response = chain.proceed(chain.request());
    stale.used(chain.connection());
    return response;
  }
}
