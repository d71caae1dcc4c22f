package io.freightsdk.internal.spend.file;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Eight hexadecimal digits and a blank before a text, by which one that was cut off is known. */
final class Checksum {
  private static final int LENGTH = 9;

  private Checksum() {}

  static String of(String text) {
    CRC32C sum = new CRC32C();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) sum.getValue()) + ' ';
  }

  /** The text behind its checksum; null if it is not what was written. */
  static @Nullable String without(String line) {
    if (line.length() <= LENGTH) return null;
    String text = line.substring(LENGTH);
    return line.startsWith(of(text)) ? text : null;
  }
}
