package io.freightsdk.testing;

import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.SocketFactory;

/** Makes sockets and remembers them, to see which stay open. */
final class CountingSockets extends SocketFactory {
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** Sockets that were connected and are not closed. */
  int open() {
    return (int) sockets.stream().filter(s -> s.isConnected() && !s.isClosed()).count();
  }

  @Override
  public Socket createSocket() {
    Socket socket = new Socket();
    sockets.add(socket);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException("OkHttp connects by itself");
  }
}
