package io.freightsdk.chaos;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One request or answer of HTTP/1.1 as it is on the wire, whole: what the proxy has to know of HTTP
 * to break it at chosen places.
 *
 * @param head the first line and the header fields, with the empty line
 */
record HttpMessage(String head, byte[] body) {
  private static final int LONGEST_HEAD = 64_000;

  /** The next message; null when the stream ends before one begins. */
  static HttpMessage read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 4) {
      int next = in.read();
      if (next < 0 && bytes.size() == 0) return null;
      if (next < 0 || bytes.size() > LONGEST_HEAD) throw new EOFException("half a head");
      bytes.write(next);
      boolean goesOn = next == (ends % 2 == 0 ? '\r' : '\n');
      ends = goesOn ? ends + 1 : next == '\r' ? 1 : 0;
    }
    String head = bytes.toString(StandardCharsets.ISO_8859_1);
    return new HttpMessage(head, body(head, in));
  }

  private static byte[] body(String head, InputStream in) throws IOException {
    String length = field(head, "Content-Length");
    if (length != null) return exactly(Integer.parseInt(length), in);
    if (!"chunked".equalsIgnoreCase(field(head, "Transfer-Encoding"))) return new byte[0];
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    while (true) {
      String size = line(in);
      raw.write((size + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      int bytes = Integer.parseInt(size.split(";", 2)[0].trim(), 16);
      raw.write(exactly(bytes + 2, in));
      if (bytes == 0) return raw.toByteArray();
    }
  }

  private static byte[] exactly(int bytes, InputStream in) throws IOException {
    byte[] read = in.readNBytes(bytes);
    if (read.length < bytes) throw new EOFException("half a body");
    return read;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("half a chunk");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }

  /** The value of a header field; null if it is not there. */
  String field(String name) {
    return field(head, name);
  }

  private static String field(String head, String name) {
    String start = "\r\n" + name.toLowerCase(Locale.ROOT) + ":";
    int at = head.toLowerCase(Locale.ROOT).indexOf(start);
    if (at < 0) return null;
    return head.substring(at + start.length(), head.indexOf('\r', at + start.length())).trim();
  }

  /** Method and path, or the status. */
  String firstLine() {
    return head.substring(0, head.indexOf('\r'));
  }

  byte[] bytes() {
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }
}
