package io.freightsdk.internal.canonical;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A JSON number written as ECMAScript writes it, which is what RFC 8785 section 3.2.2.3 asks for:
 * the fewest digits that name the same double.
 *
 * <p>{@code Double.toString} cannot be used: before JDK 19 it sometimes writes a digit too many, so
 * one input would have one key on Java 17 and another on Java 25.
 */
final class EcmaNumber {
  private static final int MAX_DIGITS = 17;

  /** The longest exact double, the smallest one, has 1,074 decimals. */
  private static final int MAX_LITERAL = 1_100;

  private static final double MAX_SAFE_INTEGER = 9_007_199_254_740_991.0;

  private EcmaNumber() {}

  /**
   * Writes the number of a JSON document.
   *
   * @throws IllegalArgumentException if a double cannot carry it exactly enough: another language
   *     would read a different number and compute a different text
   */
  static String canonical(String literal) {
    // Parsing so many digits takes seconds, and no double has them.
    if (literal.length() > MAX_LITERAL) {
      throw new IllegalArgumentException(
          "a number of " + literal.length() + " characters; at most " + MAX_LITERAL + " are read");
    }
    double value = Double.parseDouble(literal);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("a number beyond the range of a double");
    }
    String text = write(value);
    if (new BigDecimal(text).compareTo(new BigDecimal(literal)) != 0) {
      throw new IllegalArgumentException(
          "a number with more digits than a double holds; another language would read " + text);
    }
    return text;
  }

  static String write(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("JSON has no " + value);
    }
    if (value == 0) return "0";

    boolean wholeAndExact = Math.rint(value) == value && Math.abs(value) <= MAX_SAFE_INTEGER;
    if (wholeAndExact) return Long.toString((long) value);

    String sign = value < 0 ? "-" : "";
    return sign + layOut(shortest(Math.abs(value)));
  }

  /** The decimal with the fewest digits that reads back as the value, the closest of several. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < MAX_DIGITS; digits++) {
      BigDecimal below = readsBack(exact, digits, RoundingMode.DOWN, value);
      BigDecimal above = readsBack(exact, digits, RoundingMode.UP, value);
      if (below != null && above != null) {
        boolean belowIsCloser = exact.subtract(below).compareTo(above.subtract(exact)) <= 0;
        return belowIsCloser ? below : above;
      }
      if (below != null) return below;
      if (above != null) return above;
    }
    return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN));
  }

  private static @Nullable BigDecimal readsBack(
      BigDecimal exact, int digits, RoundingMode rounding, double value) {
    BigDecimal candidate = exact.round(new MathContext(digits, rounding));
    return candidate.doubleValue() == value ? candidate : null;
  }

  /** ECMAScript's Number::toString: plain from 1e-7 (exclusive) to 1e21, else with an exponent. */
  private static String layOut(BigDecimal decimal) {
    String digits = stripTrailingZeros(decimal.unscaledValue().toString());
    // The decimal point stands after this many of the digits.
    int point = decimal.precision() - decimal.scale();
    if (digits.length() <= point && point <= 21)
      return digits + "0".repeat(point - digits.length());
    if (0 < point && point <= 21) return digits.substring(0, point) + "." + digits.substring(point);
    if (-6 < point && point <= 0) return "0." + "0".repeat(-point) + digits;

    int exponent = point - 1;
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }

  private static String stripTrailingZeros(String digits) {
    int end = digits.length();
    while (end > 1 && digits.charAt(end - 1) == '0') end--;
    return digits.substring(0, end);
  }
}
