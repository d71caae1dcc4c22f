package io.freightsdk.server.http;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The short texts that were read last, found by their bytes. Bodies repeat names of members, cities
 * and docks: a text for each would be a third of what parsing allocates, and of what a load keeps.
 * Bounded; safe for several threads.
 */
final class RecentTexts {
  private static final int SLOTS = 2048;
  private static final int LONGEST = 64;

  private final AtomicReferenceArray<@Nullable String> texts = new AtomicReferenceArray<>(SLOTS);

  /** The text of these bytes, which are ASCII. */
  String of(byte[] bytes, int start, int length) {
    int hash = length;
    for (int i = 0; i < length; i++) hash = 31 * hash + bytes[start + i];
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    String known = texts.get(slot);
    if (known != null && isText(known, bytes, start, length)) return known;
    String text = new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    if (length <= LONGEST) texts.set(slot, text);
    return text;
  }

  private static boolean isText(String text, byte[] bytes, int start, int length) {
    if (text.length() != length) return false;
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != bytes[start + i]) return false;
    }
    return true;
  }
}
