package io.freightsdk.internal.transport;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;
import okhttp3.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that count how often they are read. If the socket was not read since a request was
 * written, its answer arrived before the request: the server had sent more than it was asked for,
 * and OkHttp kept that for the next request on the connection.
 */
final class CountedSockets extends SocketFactory {
  private final Set<Counted> open = ConcurrentHashMap.newKeySet();

  /** A TLS socket wraps ours; the two addresses of the connection identify it. */
  private final Map<String, Counted> byEnds = new ConcurrentHashMap<>();

  /**
   * Both addresses, because one local port may have connections to several addresses. A string and
   * not a record, because the first {@code hashCode} of a record loads a hundred more classes.
   */
  private static String ends(Socket socket) {
    return String.valueOf(socket.getLocalSocketAddress())
        .concat(String.valueOf(socket.getRemoteSocketAddress()));
  }

  /** The socket under a connection; null when it is not one of ours. */
  @Nullable Counted under(@Nullable Connection connection) {
    if (connection == null) return null;
    Socket socket = connection.socket();
    return socket instanceof Counted mine ? mine : byEnds.get(ends(socket));
  }

  /** A socket that counts reads. */
  final class Counted extends Socket {
    /** How often it was read. */
    final AtomicLong reads = new AtomicLong();

    /** What is known of the connection over it. */
    final KeptConnections.Line line = new KeptConnections.Line();

    private volatile @Nullable String ends;

    @Override
    public InputStream getInputStream() throws IOException {
      if (ends == null) {
        String connected = ends(this);
        ends = connected;
        byEnds.put(connected, this);
      }
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          reads.incrementAndGet();
          return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          reads.incrementAndGet();
          return super.read(bytes, offset, length);
        }
      };
    }

    /** How many bytes have arrived that nobody has read; under TLS they are encrypted. */
    int available() throws IOException {
      return super.getInputStream().available();
    }

    @Override
    public synchronized void close() throws IOException {
      String connected = ends;
      if (connected != null) byEnds.remove(connected, this);
      open.remove(this);
      super.close();
    }
  }

  @Override
  public Socket createSocket() {
    Counted socket = new Counted();
    open.add(socket);
    return socket;
  }

  /** Closes those that are still open, whoever holds them. */
  void closeAll() throws IOException {
    for (Counted socket : open) socket.close();
  }

  // OkHttp makes unconnected sockets only.

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException();
  }
}
