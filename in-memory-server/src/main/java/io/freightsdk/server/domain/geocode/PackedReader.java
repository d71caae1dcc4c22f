package io.freightsdk.server.domain.geocode;

import java.nio.charset.StandardCharsets;

/** Reads the numbers and texts of the packed table. Not thread-safe. */
final class PackedReader {
  private final byte[] bytes;
  private int at;

  PackedReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A number in groups of seven bits, the lowest first. */
  int unsigned() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) return value;
    }
  }

  /** A signed number in zigzag encoding. */
  private int signed() {
    int zigzag = unsigned();
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  /** Numbers that are stored as differences from the number before. */
  int[] column(int count) {
    int[] values = new int[count];
    int value = 0;
    for (int i = 0; i < count; i++) {
      value += signed();
      values[i] = value;
    }
    return values;
  }

  String text(int length) {
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.US_ASCII);
  }

  String line() {
    int end = at;
    while (bytes[end] != '\n') end++;
    String line = text(end - at);
    at++;
    return line;
  }
}
