package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.transport.KeptConnections.DeadConnectionException;
import java.io.IOException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;

/**
 * Prevents OkHttp from sending a request twice: three interceptors, from the caller's side to the
 * network's.
 */
final class WireGuards {
  /** More dead connections in a row than this are not explained by an idle pool. */
  private static final int MAX_DEAD = 64;

  /**
   * What OkHttp's follow-up logic sees instead of a status that it would act on. It reads a GET
   * again after 503 with {@code Retry-After: 0} whatever its settings, and acts on redirects, 401,
   * 407, 408 and 421: a paid read would be paid twice.
   */
  private static final int MASKED = 200;

  private final KeptConnections kept;
  private final WatchedSockets sockets = new WatchedSockets();
  private final ExchangeWatch exchanges;

  /**
   * @param exchanges those under way, by their calls
   */
  WireGuards(ExchangeWatch exchanges, Environment environment) {
    this.exchanges = exchanges;
    this.kept = new KeptConnections(environment);
  }

  /**
   * Puts the guards into a client.
   *
   * @param ownSockets whether no other socket factory is configured
   */
  void install(OkHttpClient.Builder builder, boolean ownSockets) {
    if (ownSockets) builder.socketFactory(sockets);
    builder.addInterceptor(this::liveConnection);
    builder.networkInterceptors().add(0, this::mask);
    builder.addNetworkInterceptor(this::sendOnce);
  }

  /** Closes every socket that was made here. */
  void closeSockets() throws IOException {
    sockets.closeAll();
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
        int status = trace.status;
        boolean masked = response.code() == MASKED && status != 0 && status != MASKED;
        return masked ? response.newBuilder().code(status).build() : response;
      } catch (DeadConnectionException e) {
        if (++dead >= MAX_DEAD) throw e;
      }
    }
  }

  private Response mask(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    int status = response.code();
    trace(chain).status = status;
    // A 304 has no body by its status alone; as a 200 its body would be waited for.
    boolean followUpPossible = status >= 300 && status != 304;
    return followUpPossible ? response.newBuilder().code(MASKED).build() : response;
  }

  /**
   * The last interceptor before the network: lets one request through, and none after the call was
   * cancelled. HTTP/2 names the request of every answer; HTTP/1.1 does not.
   */
  private Response sendOnce(Interceptor.Chain chain) throws IOException {
    Connection connection = chain.connection();
    WireTrace trace = trace(chain);
    boolean named = connection == null || connection.protocol() != Protocol.HTTP_1_1;
    Response response = named ? send(chain, trace) : sendUnnamed(chain, trace, connection);
    trace.wireStatus = response.code();
    return response;
  }

  private Response sendUnnamed(Interceptor.Chain chain, WireTrace trace, Connection connection)
      throws IOException {
    WatchedSockets.Watched socket = sockets.under(connection);
    kept.take(connection, socket, trace, chain.request().method().equals("GET"));
    if (socket != null) socket.wasRead = false;
    Response response = send(chain, trace);
    if (socket != null && !socket.wasRead) {
      socket.close();
      response.close();
      throw new IOException("the answer was there before its request: it belongs to another one");
    }
    kept.came(trace.answer);
    return response;
  }

  private static Response send(Interceptor.Chain chain, WireTrace trace) throws IOException {
    if (!trace.startWriting()) {
      trace.repeated = trace.wireStatus != 0;
      throw new IOException("given up, or sent once already: a second wire request is refused");
    }
    return chain.proceed(chain.request());
  }

  /**
   * By the call and not by a tag of the request: an interceptor may replace the request, and
   * reading OkHttp's tags makes the JVM load fifty classes of Kotlin's reflection.
   */
  private WireTrace trace(Interceptor.Chain chain) throws IOException {
    Exchange exchange = exchanges.of(chain.call());
    if (exchange == null)
      throw new IOException("the call has ended: its request is not sent again");
    return exchange.trace;
  }
}
