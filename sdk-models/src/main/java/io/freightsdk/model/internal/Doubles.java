package io.freightsdk.model.internal;

/**
 * Reads numbers as {@link Double#parseDouble} does. That allocates some 200 bytes for each; a
 * number of few digits without an exponent, as coordinates and speeds are, needs none of them.
 */
final class Doubles {
  /** The powers of ten that a double holds exactly. */
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** So many digits fit into the 53 bits of a double. */
  private static final int MOST_DIGITS = 15;

  private Doubles() {}

  /** A number of JSON; infinite when it is out of the range of a double. */
  static double parse(String number) {
    boolean isNegative = number.startsWith("-");
    long digits = 0;
    int count = 0;
    int point = -1;
    for (int i = isNegative ? 1 : 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if (c >= '0' && c <= '9' && count < MOST_DIGITS) {
        digits = 10 * digits + (c - '0');
        count++;
      } else if (c == '.' && point < 0) {
        point = count;
      } else {
        return Double.parseDouble(number);
      }
    }
    if (count == 0) return Double.parseDouble(number);
    // Both are exact, so the quotient is the double that is nearest to the number.
    double value = point < 0 ? digits : digits / POWERS_OF_TEN[count - point];
    return isNegative ? -value : value;
  }
}
