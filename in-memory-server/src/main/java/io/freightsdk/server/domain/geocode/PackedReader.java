package io.freightsdk.server.domain.geocode;

import java.nio.charset.StandardCharsets;

/** Reads the numbers and texts of the packed table. Not thread-safe. */
final class PackedReader {
  private final byte[] bytes;
  private int position;

  PackedReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A number in groups of seven bits, the lowest first. */
  int readUnsigned() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[position++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) return value;
    }
  }

  /** A signed number in zigzag encoding. */
  private int readSigned() {
    int zigzag = readUnsigned();
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }

  /** Numbers that are stored as differences from the number before. */
  int[] readColumn(int count) {
    int[] values = new int[count];
    int value = 0;
    for (int i = 0; i < count; i++) {
      value += readSigned();
      values[i] = value;
    }
    return values;
  }

  String readText(int length) {
    position += length;
    return new String(bytes, position - length, length, StandardCharsets.US_ASCII);
  }

  String readLine() {
    int end = position;
    while (bytes[end] != '\n') end++;
    String line = readText(end - position);
    position++;
    return line;
  }
}
