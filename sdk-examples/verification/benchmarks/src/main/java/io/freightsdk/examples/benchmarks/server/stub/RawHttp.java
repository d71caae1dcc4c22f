package io.freightsdk.examples.benchmarks.server.stub;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Sends one request over one socket with as little code as possible, so that the start of a client
 * is not measured together with the server's.
 */
public final class RawHttp {
  private static final int TIMEOUT_MILLIS = 30_000;

  private RawHttp() {}

  /** The body of a successful answer. */
  public static byte[] get(int port, String path) throws IOException {
    return send(port, "GET", path, new byte[0]);
  }

  /** The body of a successful answer. */
  public static byte[] post(int port, String path, byte[] body) throws IOException {
    return send(port, "POST", path, body);
  }

  private static byte[] send(int port, String method, String path, byte[] body) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      String head =
          method
              + " "
              + path
              + " HTTP/1.1\r\nHost: 127.0.0.1:"
              + port
              + "\r\nAuthorization: Bearer "
              + StubMain.AGENT_KEY
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length
              + "\r\nConnection: close\r\n\r\n";
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
      request.writeBytes(body);
      socket.getOutputStream().write(request.toByteArray());
      return answer(socket.getInputStream());
    }
  }

  private static byte[] answer(InputStream in) throws IOException {
    String status = line(in);
    int length = -1;
    boolean chunked = false;
    for (String field = line(in); !field.isEmpty(); field = line(in)) {
      String lower = field.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:"))
        length = Integer.parseInt(lower.substring(15).trim());
      chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
    }
    byte[] body = chunked ? chunks(in) : length < 0 ? in.readAllBytes() : exactly(in, length);
    if (!status.contains(" 20")) {
      throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(in).trim(), 16);
      body.writeBytes(exactly(in, size));
      line(in);
      if (size == 0) return body.toByteArray();
    }
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] body = in.readNBytes(length);
    if (body.length < length) throw new EOFException(body.length + " of " + length + " bytes");
    return body;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("the answer ends in its head");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }
}
