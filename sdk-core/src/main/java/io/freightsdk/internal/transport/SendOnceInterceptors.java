package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.transport.StaleConnectionCheck.UnusableConnectionException;
import java.io.IOException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Prevents OkHttp from sending a request twice, by three interceptors from the caller's side to the
 * network's side. OkHttp's settings do not stop all of its repeats. Version 5.5.1 resends a GET
 * after 503 with {@code Retry-After: 0}, and after 421 on a connection that hosts share.
 *
 * <p>Tests: {@code WireDisciplineIT} for one request on the wire for each attempt, {@code
 * RetryMatrixTest} for retries.
 */
final class SendOnceInterceptors {
  /**
   * The status that OkHttp's follow-up logic sees instead of a status that it may act on, such as a
   * redirect, 401, 407, 408, 421 or 503. Otherwise a paid read could be paid twice.
   */
  private static final int MASKED_STATUS = 200;

  private final StaleConnectionCheck connectionCheck;
  private final ExchangeWatch watch;

  /**
   * @param watch knows the running exchanges by their calls
   */
  SendOnceInterceptors(ExchangeWatch watch, TimeSource time) {
    this.watch = watch;
    this.connectionCheck = new StaleConnectionCheck(time);
  }

  /** Adds them to a client, around the network interceptors of the caller. */
  void install(OkHttpClient.Builder builder) {
    builder.addInterceptor(this::useLiveConnection);
    builder.networkInterceptors().add(0, this::maskStatus);
    builder.addNetworkInterceptor(this::sendOnce);
  }

  /**
   * Uses another connection if a request was not written because its first connection was stale.
   * Restores the status of the response, inside the caller's interceptors.
   */
  private Response useLiveConnection(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchange(chain);
    while (true) {
      exchange.connectionRequested();
      try {
        Response response = chain.proceed(chain.request());
        int status = exchange.progress.interceptedStatus;
        boolean isMasked =
            response.code() == MASKED_STATUS && status != 0 && status != MASKED_STATUS;
        return isMasked ? response.newBuilder().code(status).build() : response;
      } catch (UnusableConnectionException e) {
        // Try again: OkHttp has dropped the connection, and a new one is not stale.
      }
    }
  }

  private Response maskStatus(Interceptor.Chain chain) throws IOException {
    exchange(chain).connectionAcquired();
    Response response = chain.proceed(chain.request());
    int status = response.code();
    exchange(chain).progress.interceptedStatus = status;
    // A 304 has no body because of its status; masked as a 200, its body would be waited for.
    boolean mayFollowUp = status >= 300 && status != 304;
    return mayFollowUp ? response.newBuilder().code(MASKED_STATUS).build() : response;
  }

  /**
   * The last interceptor before the network: passes on one request, and none after the call was
   * cancelled or has timed out.
   */
  private Response sendOnce(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchange(chain);
    RequestProgress progress = exchange.progress;
    Connection connection = chain.connection();
    // Not HTTP/2, which matches responses to requests and pings the connection.
    boolean isHttp1 = connection != null && connection.protocol() == Protocol.HTTP_1_1;
    if (isHttp1) {
      connectionCheck.check(connection, chain.request().method().equals("GET"));
      exchange.connectionUsed(connection);
    }
    Request once = progress.writeOnce(chain.request());
    if (!exchange.startWriting()) {
      progress.repeated = progress.networkStatus != 0;
      throw new IOException("cancelled or already sent: the request is not sent again");
    }
    Response response = chain.proceed(once);
    if (isHttp1) connectionCheck.responseReceived(connection, response.isSuccessful());
    progress.networkStatus = response.code();
    return response;
  }

  /**
   * Finds the exchange by its call, not by a tag of the request: an interceptor may replace the
   * request, and reading OkHttp's tags loads fifty classes of Kotlin's reflection.
   */
  private Exchange exchange(Interceptor.Chain chain) throws IOException {
    Exchange exchange = watch.find(chain.call());
    if (exchange == null)
      throw new IOException("the call has ended: its request is not sent again");
    return exchange;
  }
}
