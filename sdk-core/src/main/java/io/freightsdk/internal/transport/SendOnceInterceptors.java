package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.StaleConnectionCheck.StaleConnectionException;
import java.io.IOException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Keeps OkHttp from sending a request twice, by three interceptors from the caller's side to the
 * network's. OkHttp's settings do not stop everything that it repeats: 5.5.1 sends a GET again that
 * is answered with 503 and {@code Retry-After: 0}, or with 421 on a connection that hosts share.
 *
 * <p>Tests: {@code WireDisciplineIT} for one request on the wire for each attempt, {@code
 * RetryMatrixTest} for what is sent again.
 */
final class SendOnceInterceptors {
  /**
   * The status that OkHttp's follow-up logic sees in place of one that it may act on, such as a
   * redirect, 401, 407, 408, 421 and 503: a paid read would be paid twice.
   */
  private static final int MASKED = 200;

  private final StaleConnectionCheck stale;
  private final ExchangeWatch exchanges;

  /**
   * @param exchanges those under way, by their calls
   */
  SendOnceInterceptors(ExchangeWatch exchanges, TimeSource time) {
    this.exchanges = exchanges;
    this.stale = new StaleConnectionCheck(time);
  }

  /** Adds them to a client, around the network interceptors of the caller. */
  void install(OkHttpClient.Builder builder) {
    builder.addInterceptor(this::liveConnection);
    builder.networkInterceptors().add(0, this::mask);
    builder.addNetworkInterceptor(this::sendOnce);
  }

  /**
   * Takes another connection for a request that was not written because its first one was stale,
   * and gives the answer its own status back, inside the caller's interceptors.
   */
  private Response liveConnection(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchange(chain);
    while (true) {
      exchange.connects();
      try {
        Response response = chain.proceed(chain.request());
        int status = exchange.progress.interceptedStatus;
        boolean masked = response.code() == MASKED && status != 0 && status != MASKED;
        return masked ? response.newBuilder().code(status).build() : response;
      } catch (StaleConnectionException e) {
        // Try again: OkHttp has dropped the connection, and a new one is not stale.
      }
    }
  }

  private Response mask(Interceptor.Chain chain) throws IOException {
    exchange(chain).connected();
    Response response = chain.proceed(chain.request());
    int status = response.code();
    exchange(chain).progress.interceptedStatus = status;
    // A 304 has no body because of its status; masked as a 200, its body would be waited for.
    boolean followUpPossible = status >= 300 && status != 304;
    return followUpPossible ? response.newBuilder().code(MASKED).build() : response;
  }

  /**
   * The last interceptor before the network: lets one request through, and none once the call is
   * cancelled or its time is over.
   */
  private Response sendOnce(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchange(chain);
    RequestProgress progress = exchange.progress;
    Connection connection = chain.connection();
    // Not HTTP/2, which matches answers to requests and pings the connection.
    boolean pooledOneByOne = connection != null && connection.protocol() == Protocol.HTTP_1_1;
    if (pooledOneByOne) {
      stale.check(connection, chain.request().method().equals("GET"));
      exchange.uses(connection);
    }
    Request once = progress.once(chain.request());
    if (!exchange.startWriting()) {
      progress.repeated = progress.networkStatus != 0;
      throw new IOException("given up, or sent once already: a second wire request is refused");
    }
    Response response = chain.proceed(once);
    if (pooledOneByOne) stale.answered(connection, response.isSuccessful());
    progress.networkStatus = response.code();
    return response;
  }

  /**
   * Found by the call and not by a tag of the request: an interceptor may replace the request, and
   * reading OkHttp's tags loads fifty classes of Kotlin's reflection.
   */
  private Exchange exchange(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchanges.of(chain.call());
    if (exchange == null)
      throw new IOException("the call has ended: its request is not sent again");
    return exchange;
  }
}
