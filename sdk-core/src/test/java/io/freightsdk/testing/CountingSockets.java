package io.freightsdk.testing;

import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes sockets and remembers them, to see which stay open. */
final class CountingSockets extends UnconnectedSockets {
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
}
