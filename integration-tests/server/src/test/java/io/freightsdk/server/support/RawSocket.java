package io.freightsdk.server.support;

import io.freightsdk.server.InMemoryFreightServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A connection on which a test writes and reads every byte. Checks every complete response against
 * its description.
 */
public final class RawSocket implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final ConnectionCheck conversation = new ConnectionCheck();

  private RawSocket(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
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

  /** Thrown if the connection ended too early. */
  public static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Ended(String after) {
      super("the connection ended after: " + after);
    }
  }

  public void send(String text) {
    conversation.sent(text);
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Announces that no more bytes follow. */
  public void endOutput() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next line, without its end. */
  public String readLine() {
    StringBuilder line = new StringBuilder();
    try {
      int next;
      while ((next = next()) != '\n') {
        if (next < 0) throw new Ended(line.toString());
        if (next != '\r') line.append((char) next);
      }
      return line.toString();
    } catch (SocketException reset) {
      throw new Ended(line.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request and skips its response. Returns the status. */
  public int exchange(String request) {
    send(request);
    int status = Integer.parseInt(readLine().split(" ", 3)[1]);
    skipResponse();
    return status;
  }

  /** Skips the header and the body of a response after its status line. */
  public void skipResponse() {
    int length = 0;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      boolean isLength = line.toLowerCase(Locale.ROOT).startsWith("content-length:");
      if (isLength) length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
    }
    try {
      for (; length > 0; length--) next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads until the server closes the connection. */
  public String readToEnd() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try {
      int next;
      while ((next = next()) >= 0) all.write(next);
    } catch (SocketException reset) {
      // A reset ends a connection as well as an orderly end.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /** Like {@link #readToEnd}, without checks, for responses that a planned fault corrupts. */
  public String readCorruptedToEnd() {
    conversation.end();
    return readToEnd();
  }

  private int next() throws IOException {
    int next = in.read();
    if (next >= 0) conversation.received(next);
    return next;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The header fields of a response after its status line. */
  public Map<String, String> fields() {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).trim());
    }
    return fields;
  }
}
