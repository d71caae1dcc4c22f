package io.freightsdk.chaos;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A complete HTTP/1.1 request or response, as bytes. The proxy can cut it at any byte.
 *
 * @param head the first line and the header fields, including the empty line
 */
record HttpMessage(String head, byte[] body) {
  private static final int MAX_HEAD_BYTES = 64_000;

  /** Reads the next message; null at the end of the stream. */
  static HttpMessage read(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 4) {
      int next = in.read();
      if (next < 0 && bytes.size() == 0) return null;
      if (next < 0 || bytes.size() > MAX_HEAD_BYTES)
        throw new EOFException("the stream ended within the header");
      bytes.write(next);
      boolean isNextOfEnd = next == (ends % 2 == 0 ? '\r' : '\n');
      ends = isNextOfEnd ? ends + 1 : next == '\r' ? 1 : 0;
    }
    String head = bytes.toString(StandardCharsets.ISO_8859_1);
    return new HttpMessage(head, body(head, in));
  }

  private static byte[] body(String head, InputStream in) throws IOException {
    String length = field(head, "Content-Length");
    if (length != null) return readExactly(Integer.parseInt(length), in);
    if (!"chunked".equalsIgnoreCase(field(head, "Transfer-Encoding"))) return new byte[0];
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    while (true) {
      String size = readLine(in);
      raw.write((size + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      int bytes = Integer.parseInt(size.split(";", 2)[0].trim(), 16);
      raw.write(readExactly(bytes + 2, in));
      if (bytes == 0) return raw.toByteArray();
    }
  }

  private static byte[] readExactly(int bytes, InputStream in) throws IOException {
    byte[] read = in.readNBytes(bytes);
    if (read.length < bytes) throw new EOFException("the stream ended within the body");
    return read;
  }

  private static String readLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("the stream ended within a chunk");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }

  /** The value of a header field; null if it is missing. */
  String field(String name) {
    return field(head, name);
  }

  private static String field(String head, String name) {
    String start = "\r\n" + name.toLowerCase(Locale.ROOT) + ":";
    int at = head.toLowerCase(Locale.ROOT).indexOf(start);
    if (at < 0) return null;
    return head.substring(at + start.length(), head.indexOf('\r', at + start.length())).trim();
  }

  /** The request line or status line. */
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
