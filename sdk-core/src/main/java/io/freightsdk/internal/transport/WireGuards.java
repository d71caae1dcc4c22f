package io.freightsdk.internal.transport;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

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

  /** A probe of a live connection takes one millisecond, so connections in use are not probed. */
  private static final long PROBE_AFTER_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * When connections over the caller's own sockets were used last; ours know it themselves. Weak
   * keys, because OkHttp does not report when it drops a connection.
   */
  private final Map<Connection, Long> lastUse = Collections.synchronizedMap(new WeakHashMap<>());

  private final CountedSockets sockets = new CountedSockets();
  private final ExchangeWatch exchanges;
  private final LongSupplier nanoTime;

  /**
   * @param exchanges those under way, by their calls
   * @param nanoTime tells how long a pooled connection was idle
   */
  WireGuards(ExchangeWatch exchanges, LongSupplier nanoTime) {
    this.exchanges = exchanges;
    this.nanoTime = nanoTime;
  }

  /** Thrown before anything is written; the request may go out on another connection. */
  private static final class DeadConnectionException extends IOException {
    private static final long serialVersionUID = 1;

    DeadConnectionException() {
      super("the pooled connection was closed by the other side");
    }
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
   * cancelled.
   */
  private Response sendOnce(Interceptor.Chain chain) throws IOException {
    Connection connection = chain.connection();
    CountedSockets.Counted socket = sockets.under(connection);
    refuseDead(connection, socket);
    if (!trace(chain).startWriting()) {
      throw new IOException("given up, or sent once already: a second wire request is refused");
    }
    long readsBefore = socket == null ? 0 : socket.reads.get();
    Response response = chain.proceed(chain.request());
    if (socket != null && socket.reads.get() == readsBefore) {
      socket.close();
      response.close();
      throw new IOException("the answer was there before its request: it belongs to another one");
    }
    if (socket != null) {
      socket.lastUse = nanoTime.getAsLong();
    } else if (connection != null) {
      lastUse.put(connection, nanoTime.getAsLong());
    }
    return response;
  }

  /**
   * Finds a pooled connection that the service has closed, before a request is sent on it. OkHttp
   * looks for this only before requests other than GET, and only after ten idle seconds: a paid
   * read on a dead connection would end with an unknown charge although nobody read it.
   */
  private void refuseDead(@Nullable Connection connection, CountedSockets.@Nullable Counted socket)
      throws IOException {
    if (connection == null || connection.protocol() != Protocol.HTTP_1_1) {
      return; // An HTTP/2 connection is read all the time: OkHttp knows when it dies.
    }
    Long last = socket != null ? socket.lastUse : lastUse.get(connection);
    boolean idle = last != null && nanoTime.getAsLong() - last >= PROBE_AFTER_IDLE_NANOS;
    if (idle && isDead(connection.socket())) throw new DeadConnectionException();
  }

  /**
   * Nothing may arrive between two answers: both an end of stream and an unexpected byte mean that
   * the connection is dead.
   */
  private static boolean isDead(Socket socket) {
    try {
      int timeout = socket.getSoTimeout();
      try {
        socket.setSoTimeout(1);
        int ignored = socket.getInputStream().read();
        return true;
      } finally {
        socket.setSoTimeout(timeout);
      }
    } catch (SocketTimeoutException silence) {
      return false;
    } catch (IOException broken) {
      return true;
    }
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
