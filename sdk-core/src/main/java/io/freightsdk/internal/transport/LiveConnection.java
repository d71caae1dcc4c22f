package io.freightsdk.internal.transport;

import io.freightsdk.internal.transport.StaleConnections.DeadConnectionException;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Takes another connection for a request that was not written because its first one was dead. */
final class LiveConnection implements Interceptor {
  /** More dead connections in a row than this is no longer an idle pool. */
  private static final int MAX_DEAD = 64;

  @Override
  public Response intercept(Chain chain) throws IOException {
    WireTrace trace = StatusMask.trace(chain);
    int dead = 0;
    while (true) {
      try {
        return StatusMask.restore(chain.proceed(chain.request()), trace);
      } catch (DeadConnectionException e) {
        if (++dead >= MAX_DEAD) {
          throw e;
        }
      }
    }
  }
}
