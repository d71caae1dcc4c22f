package io.freightsdk.model.internal;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The grammar of JSON numbers, over a part of a text. */
final class Digits {
  private static final int LONGEST_DECIMAL = 100;

  /** As many digits as every long can take. */
  private static final int LONGEST_LONG = 18;

  /** Stands for a number that the quick way does not take. */
  static final int NOT_PLAIN = Integer.MIN_VALUE;

  private Digits() {}

  /** The number, if it is whole and has at most nine digits, else {@link #NOT_PLAIN}. */
  static int integer(byte[] text, int from, int to) {
    boolean negative = from < to && text[from] == '-';
    int first = negative ? from + 1 : from;
    boolean leadingZero = to - first > 1 && text[first] == '0';
    if (first == to || to - first > 9 || leadingZero) return NOT_PLAIN;
    int value = 0;
    for (int i = first; i < to; i++) {
      if (!isDigit(text[i])) return NOT_PLAIN;
      value = value * 10 + (text[i] - '0');
    }
    return negative ? -value : value;
  }

  /**
   * The same as {@code new BigDecimal(text)} of a JSON number without exponent; null for more than
   * 18 digits.
   */
  static @Nullable BigDecimal decimal(byte[] text, int from, int to) {
    boolean negative = text[from] == '-';
    int first = negative ? from + 1 : from;
    if (to - first > LONGEST_LONG) return null;
    long digits = 0;
    int decimals = 0;
    for (int i = first; i < to; i++) {
      if (text[i] == '.') {
        decimals = to - i - 1;
      } else {
        digits = digits * 10 + (text[i] - '0');
      }
    }
    return BigDecimal.valueOf(negative ? -digits : digits, decimals);
  }

  /** Gives up on a text that is no JSON number. */
  static void requireNumber(byte[] text, int from, int to) {
    int at = endOfDecimal(text, from, to);
    if (at < to && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      if (at < to && (text[at] == '+' || text[at] == '-')) at++;
      at = endOfDigits(text, at, to);
    }
    if (at < to) throw NotPlainException.INSTANCE;
  }

  /**
   * Gives up on a text that is no JSON number, is very long, or has an exponent; true when whole.
   */
  static boolean requireDecimal(byte[] text, int from, int to) {
    boolean plain = to - from <= LONGEST_DECIMAL && endOfDecimal(text, from, to) == to;
    if (!plain) throw NotPlainException.INSTANCE;
    for (int i = from; i < to; i++) {
      if (text[i] == '.') return false;
    }
    return true;
  }

  /** The place after {@code -?digits[.digits]}. */
  private static int endOfDecimal(byte[] text, int from, int to) {
    int first = from < to && text[from] == '-' ? from + 1 : from;
    int at = endOfDigits(text, first, to);
    boolean leadingZero = at - first > 1 && text[first] == '0';
    if (leadingZero) throw NotPlainException.INSTANCE;
    return at < to && text[at] == '.' ? endOfDigits(text, at + 1, to) : at;
  }

  /** The place after one or more digits. */
  private static int endOfDigits(byte[] text, int from, int to) {
    int at = from;
    while (at < to && isDigit(text[at])) at++;
    if (at == from) throw NotPlainException.INSTANCE;
    return at;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
