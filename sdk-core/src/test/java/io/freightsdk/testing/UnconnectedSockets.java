package io.freightsdk.testing;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Creates unconnected sockets, as OkHttp requests them, and no others. */
public abstract class UnconnectedSockets extends SocketFactory {
  @Override
  public abstract Socket createSocket();

  @Override
  public final Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Socket createSocket(String host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public final Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
    throw new UnsupportedOperationException();
  }
}
