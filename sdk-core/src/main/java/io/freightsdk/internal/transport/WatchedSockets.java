package io.freightsdk.internal.transport;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;
import okhttp3.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Sockets that say whether they were read. One that was not read since a request was written had
 * its answer before: the server had sent more than it was asked for, and OkHttp kept that for the
 * next request on the connection.
 */
final class WatchedSockets extends SocketFactory {
  /**
   * Those that are connected. A TLS socket wraps ours; the two addresses of the connection identify
   * it.
   */
  private final Map<String, Watched> byEnds = new ConcurrentHashMap<>();

  /**
   * Both addresses, because one local port may have connections to several addresses. A string and
   * not a record, because the first {@code hashCode} of a record loads a hundred more classes.
   */
  private static String ends(Socket socket) {
    return String.valueOf(socket.getLocalSocketAddress())
        .concat(String.valueOf(socket.getRemoteSocketAddress()));
  }

  /** The socket under a connection; null when it is not one of ours. */
  @Nullable Watched under(@Nullable Connection connection) {
    if (connection == null) return null;
    Socket socket = connection.socket();
    return socket instanceof Watched mine ? mine : byEnds.get(ends(socket));
  }

  /** A socket that says whether it was read. */
  final class Watched extends Socket {
    /** Since it was set to false; its connection has one request at a time. */
    volatile boolean wasRead;

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
          wasRead = true;
          return super.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          wasRead = true;
          return super.read(bytes, offset, length);
        }
      };
    }

    @Override
    public synchronized void close() throws IOException {
      String connected = ends;
      if (connected != null) byEnds.remove(connected, this);
      super.close();
    }
  }

  @Override
  public Socket createSocket() {
    return new Watched();
  }

  /** Closes those that are still open, whoever holds them. */
  void closeAll() throws IOException {
    for (Watched socket : byEnds.values()) socket.close();
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
