package io.freightsdk.server.service.account;

import java.math.BigDecimal;

/** Amounts in US dollars as exact decimals, with cents or more decimals. */
public final class Usd {
  private static final int CENTS = 2;
  private static final int MAX_SCALE = 9;

  /** A longer text would take seconds to read. */
  private static final int MAX_LENGTH = 64;

  private static final BigDecimal MAX = new BigDecimal("1000000000000");

  private Usd() {}

  /**
   * An amount written as a decimal, for example {@code 25.00}.
   *
   * @throws IllegalArgumentException if it is not a decimal, is negative, has more than 9 decimals
   *     or is above a trillion
   */
  public static BigDecimal of(String text) {
    try {
      // BigDecimal accepts all digits of Unicode.
      boolean isAscii = text.chars().allMatch(c -> c < 0x80);
      if (isAscii && text.length() <= MAX_LENGTH) return of(new BigDecimal(text));
    } catch (NumberFormatException notANumber) {
      // Refused below, like a text that is too long.
    }
    String shown = text.substring(0, Math.min(MAX_LENGTH, text.length()));
    throw new IllegalArgumentException(
        "not an amount in USD: '" + shown + "'; write a decimal such as 25.00");
  }

  /** As {@link #of(String)}. */
  public static BigDecimal of(BigDecimal amount) {
    if (amount.signum() < 0) {
      throw new IllegalArgumentException("an amount in USD cannot be negative");
    }
    // Checked before any arithmetic: aligning 1e999999999 with cents would take all memory.
    boolean tooFine = amount.scale() > MAX_SCALE;
    boolean tooLarge = amount.precision() - (long) amount.scale() > MAX.precision();
    if (tooFine || tooLarge || amount.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "an amount in USD has at most 9 decimals and is at most 1,000,000,000,000");
    }
    return amount.scale() >= CENTS ? amount : amount.setScale(CENTS);
  }
}
