package io.freightsdk.examples.benchmarks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** One kept connection, with as little code as possible: a client is not to be measured too. */
final class Wire implements AutoCloseable {
  private static final String LENGTH = "content-length:";
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  Wire(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    this.out = socket.getOutputStream();
  }

  static byte[] request(String method, String path, String agentKey, String body) {
    List<String> head =
        List.of(
            method + " " + path + " HTTP/1.1",
            "Host: localhost",
            "Authorization: Bearer " + agentKey,
            "Content-Type: application/json",
            "Content-Length: " + body.length(),
            "",
            body);
    return String.join("\r\n", head).getBytes(StandardCharsets.US_ASCII);
  }

  /** The body of a successful answer. */
  byte[] send(byte[] request) throws IOException {
    out.write(request);
    String status = line();
    int length = 0;
    for (String field = line(); !field.isEmpty(); field = line()) {
      boolean isLength = field.toLowerCase(Locale.ROOT).startsWith(LENGTH);
      if (isLength) length = Integer.parseInt(field.substring(LENGTH.length()).strip());
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) throw new EOFException(body.length + " of " + length + " bytes");
    if (!status.startsWith("HTTP/1.1 20")) {
      throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("the answer ends in its head");
      if (next != '\r') line.write(next);
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
