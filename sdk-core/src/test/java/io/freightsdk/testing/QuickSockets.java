package io.freightsdk.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;
import mockwebserver3.MockWebServer;

/**
 * For a server that writes the head of an answer and its body one after the other: the body does
 * not wait until the system has acknowledged the head, 40 ms later.
 */
public final class QuickSockets extends ServerSocketFactory {
  private QuickSockets() {}

  /** A mock server that answers at once. */
  public static MockWebServer mockServer() {
    MockWebServer server = new MockWebServer();
    server.setServerSocketFactory(new QuickSockets());
    return server;
  }

  @Override
  public ServerSocket createServerSocket() throws IOException {
    return new ServerSocket() {
      @Override
      public Socket accept() throws IOException {
        Socket accepted = super.accept();
        accepted.setTcpNoDelay(true);
        return accepted;
      }
    };
  }

  @Override
  public ServerSocket createServerSocket(int port) {
    throw unused();
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog) {
    throw unused();
  }

  @Override
  public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
    throw unused();
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("a mock server binds its socket itself");
  }
}
