package io.freightsdk.internal.text;

import io.freightsdk.model.internal.Members;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;

/** Argument checks whose messages name the argument and its rule. */
public final class Require {
  /** The longest time that sockets and timers accept: milliseconds in an int. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(24);

  private static final int MOST_ACCOUNT_CHARS = 255;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private Require() {}

  public static <T> T nonNull(T value, String name) {
    return Objects.requireNonNull(value, name);
  }

  /** A time that a call can wait: longer than zero, at most 24 days. */
  public static Duration positive(Duration value, String name) {
    if (nonNull(value, name).isZero()) {
      throw new IllegalArgumentException(name + " must be longer than zero");
    }
    return wait(value, name);
  }

  /** A time that a call can wait, or zero: at most 24 days. */
  public static Duration wait(Duration value, String name) {
    if (notNegative(value, name).compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          name + " must be at most " + LONGEST_WAIT.toDays() + " days, but was " + value);
    }
    return value;
  }

  public static Duration notNegative(Duration value, String name) {
    if (nonNull(value, name).isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative, but was " + value);
    }
    return value;
  }

  /** An amount of 0 or more as plain decimal text, never a double. */
  public static BigDecimal usd(String amountUsd, String name) {
    return notNegative(Members.usd(name, amountUsd), name);
  }

  public static BigDecimal notNegative(BigDecimal amountUsd, String name) {
    if (nonNull(amountUsd, name).signum() < 0) {
      throw new IllegalArgumentException(
          name + ": expected 0 USD or more, got " + amountUsd.toPlainString() + " USD");
    }
    return amountUsd;
  }

  /**
   * Whether a text has nothing but blanks, as the service sees it. {@link String#isBlank} knows
   * neither the spaces that do not break a line nor the byte order mark, which spreadsheets and web
   * pages leave, and the service ignores a reference of them.
   */
  public static boolean isBlank(String text) {
    // A loop, because a stream would load many classes at a program's first call.
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean blank =
          c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BYTE_ORDER_MARK;
      if (!blank) return false;
    }
    return true;
  }

  public static String notBlank(String value, String name) {
    if (isBlank(nonNull(value, name))) {
      throw new IllegalArgumentException(name + " must not be blank");
    }
    return value;
  }

  /** The name of an account: 1 to 255 characters, not blank. */
  public static String account(String name) {
    if (notBlank(name, "account").length() > MOST_ACCOUNT_CHARS) {
      throw new IllegalArgumentException(
          "account must have at most "
              + MOST_ACCOUNT_CHARS
              + " characters, but has "
              + name.length());
    }
    return Placeholder.refuse(name, "account");
  }

  public static int atLeast(int least, int value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be " + least + " or more, but was " + value);
    }
    return value;
  }
}
