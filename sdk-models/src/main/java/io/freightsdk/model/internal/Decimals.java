package io.freightsdk.model.internal;

/**
 * Doubles as JSON writes them. Numbers of up to 15 digits, such as every coordinate, are computed
 * from their digits with a single rounding; all others go the way of the JDK.
 */
final class Decimals {
  /** Stands for a text that the quick way does not take. */
  static final double NOT_PLAIN = Double.NaN;

  private static final int MOST_DIGITS = 15;

  /** Powers of ten that a double holds exactly. */
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private Decimals() {}

  /**
   * The same for {@code -?digits[.digits]} with at most 15 digits, else {@link #NOT_PLAIN}. Both
   * the digits and the power of ten are exact as doubles, so their quotient is the nearest double.
   */
  static double plain(byte[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative) at++;
    int firstDigit = at;
    long digits = 0;
    int point = -1;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
      } else if (text[at] == '.' && point < 0 && at > firstDigit) {
        point = at;
      } else {
        return NOT_PLAIN;
      }
      if (at - firstDigit > MOST_DIGITS) return NOT_PLAIN;
    }
    int wholeEnd = point < 0 ? to : point;
    boolean leadingZero = wholeEnd - firstDigit > 1 && text[firstDigit] == '0';
    int decimals = point < 0 ? 0 : to - point - 1;
    boolean empty = wholeEnd == firstDigit || (point >= 0 && decimals == 0);
    if (leadingZero || empty) return NOT_PLAIN;
    double value = digits / POWERS_OF_TEN[decimals];
    return negative ? -value : value;
  }

  /**
   * Whether a number is whole and of usual size; negative zero is not, as it would lose its sign.
   */
  static boolean isWhole(double value) {
    boolean negativeZero = value == 0 && 1 / value < 0;
    return value == Math.rint(value) && Math.abs(value) < 1e15 && !negativeZero;
  }

  /**
   * Writes a double of usual size with at most six decimals, such as every coordinate; returns
   * where it ends. Writes nothing, and returns where it would begin, for any other.
   */
  static int write(double value, byte[] to, int at) {
    if (isWhole(value)) return write((long) value, to, at);
    double size = Math.abs(value);
    long millionths = Math.round(size * 1e6);
    // Within these bounds both sides are exact or rounded once, so equal means: the same double.
    boolean isMillionths = size >= 1e-3 && size < 1e7 && millionths / 1e6 == size;
    if (!isMillionths) return at;
    int end = at;
    if (value < 0) to[end++] = '-';
    end = write(millionths / 1_000_000, to, end);
    to[end++] = '.';
    int decimals = (int) (millionths % 1_000_000);
    for (int power = 100_000; decimals > 0; power /= 10) {
      to[end++] = (byte) ('0' + decimals / power);
      decimals %= power;
    }
    return end;
  }

  /** Writes a whole number and returns where it ends. */
  static int write(long value, byte[] to, int at) {
    int begin = at;
    if (value < 0) to[begin++] = '-';
    long size = Math.abs(value);
    int end = begin + 1;
    for (long rest = size; rest > 9; rest /= 10) end++;
    for (int i = end - 1; i >= begin; i--, size /= 10) to[i] = (byte) ('0' + size % 10);
    return end;
  }
}
