package io.freightsdk.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import javax.net.ServerSocketFactory;
import mockwebserver3.MockWebServer;

/**
 * Sockets of a server that writes the head of a response and its body separately. The body does not
 * wait 40 ms until the system has acknowledged the head.
 */
public final class NoDelaySockets extends ServerSocketFactory {
  private NoDelaySockets() {}

  /** A mock server that responds immediately. */
  public static MockWebServer mockServer() {
    MockWebServer server = new MockWebServer();
    server.setServerSocketFactory(new NoDelaySockets());
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
