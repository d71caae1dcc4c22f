package io.freightsdk.server.support;

import io.freightsdk.server.InMemoryFreightServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A connection on which a test says and sees every byte. */
public final class RawSocket implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;

  private RawSocket(Socket socket) {
    this.socket = socket;
  }

  public static RawSocket to(InMemoryFreightServer server) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return new RawSocket(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void send(String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything until the server closes the connection. */
  public String readToEnd() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      int next;
      while ((next = in.read()) >= 0) all.write(next);
    } catch (SocketException reset) {
      // A reset ends a connection as well as an orderly end.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
