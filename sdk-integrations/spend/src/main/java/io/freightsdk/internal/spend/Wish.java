package io.freightsdk.internal.spend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wish to spend the price of one call.
 *
 * @param id of the reservation
 * @param key that the service charges once; null if this attempt is charged by itself
 * @param scope path
 * @param caps that it has to keep, the innermost first
 * @param price in nano USD
 * @param atMost until the deadline of its call, in microseconds
 */
public record Wish(
    String id,
    String account,
    String operation,
    @Nullable String key,
    @Nullable String customerRef,
    @Nullable String loadNumber,
    String scope,
    List<Cap> caps,
    long price,
    long atMost) {
  /** The longest text that a column takes. */
  private static final int MAX_TEXT = 255;

  /** A reference that is too long for its column is no reason to refuse what it is for. */
  public Wish {
    customerRef = cut(customerRef);
    loadNumber = cut(loadNumber);
  }

  /** As much of a text as a column takes; a character of two halves is not cut apart. */
  static @Nullable String cut(@Nullable String text) {
    if (text == null || text.length() <= MAX_TEXT) return text;
    boolean halved = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1));
    return text.substring(0, halved ? MAX_TEXT - 1 : MAX_TEXT);
  }

  /** Name of the entry that it may pay for. */
  public String name() {
    return nameOf(id, account, key);
  }

  /** The same key of another account is another entry. */
  public static String nameOf(String id, String account, @Nullable String key) {
    return key == null ? "call " + id : "key " + account + " " + key;
  }
}
