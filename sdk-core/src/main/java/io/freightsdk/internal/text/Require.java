package io.freightsdk.internal.text;

import io.freightsdk.error.InvalidOptionException;
import io.freightsdk.model.internal.Members;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** Checks of options and other arguments. */
public final class Require {
  /** The longest time that sockets and timers accept: milliseconds in an int. */
  private static final Duration MAX_WAIT = Duration.ofDays(24);

  /** The length of the columns in which ledger and jobs store names and keys. */
  public static final int MAX_CHARS = 255;

  private static final char BYTE_ORDER_MARK = '\ufeff';

  private Require() {}

  /** A time that a call can wait: longer than zero, at most 24 days. */
  public static Duration positive(Duration value, String name) {
    if (Objects.requireNonNull(value, name).isZero()) {
      throw new InvalidOptionException(
          name, "must be positive, got " + value, "use a positive duration");
    }
    return wait(value, name);
  }

  /** A time that a call can wait, or zero: at most 24 days. */
  public static Duration wait(Duration value, String name) {
    if (notNegative(value, name).compareTo(MAX_WAIT) > 0) {
      throw new InvalidOptionException(
          name,
          "must be at most " + MAX_WAIT.toDays() + " days, got " + value,
          "use a shorter duration");
    }
    return value;
  }

  public static Duration notNegative(Duration value, String name) {
    if (Objects.requireNonNull(value, name).isNegative()) {
      throw new InvalidOptionException(
          name, "must not be negative, got " + value, "use zero or a positive duration");
    }
    return value;
  }

  /** An amount of 0 or more as plain decimal text, never a double. */
  public static BigDecimal usd(String amountUsd, String name) {
    BigDecimal usd = Members.parseUsd(Objects.requireNonNull(amountUsd, name));
    if (usd != null) return notNegative(usd, name);
    throw new InvalidOptionException(
        name,
        "expected an amount in USD, got " + '"' + Redactor.oneLine(amountUsd) + '"',
        "use digits and a point, such as 25.00");
  }

  public static BigDecimal notNegative(BigDecimal amountUsd, String name) {
    if (Objects.requireNonNull(amountUsd, name).signum() < 0) {
      throw new InvalidOptionException(
          name, "must not be negative, got " + amountUsd.toPlainString() + " USD", "use 0 or more");
    }
    return amountUsd;
  }

  /**
   * Whether a text is blank for the service. {@link String#isBlank} does not include non-breaking
   * spaces and the byte order mark, which spreadsheets and web pages leave. The service ignores a
   * reference of them.
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

  /** A text that is not blank and has at most this number of characters. */
  public static String text(String value, String name, int maxChars) {
    if (isBlank(Objects.requireNonNull(value, name))) {
      throw new InvalidOptionException(name, "must not be blank", "set a text, or leave it out");
    }
    if (value.length() > maxChars) {
      throw new InvalidOptionException(
          name,
          String.format(
              Locale.ROOT, "must have at most %,d characters, got %,d", maxChars, value.length()),
          "shorten it");
    }
    return value;
  }

  /**
   * A name of allowed characters.
   *
   * @param remedy what is allowed
   */
  public static String name(String value, String option, Pattern allowed, String remedy) {
    if (allowed.matcher(Objects.requireNonNull(value, option)).matches()) return value;
    throw new InvalidOptionException(
        option, "is not allowed: \"" + Redactor.oneLine(value) + "\"", remedy);
  }

  /** The name of an account: 1 to 255 characters, not blank. */
  public static String account(String name) {
    return Placeholder.refuse(text(name, "account", MAX_CHARS), "account");
  }

  public static int positive(int value, String name) {
    if (value < 1) {
      throw new InvalidOptionException(name, "must be at least 1, got " + value, "use 1 or more");
    }
    return value;
  }
}
