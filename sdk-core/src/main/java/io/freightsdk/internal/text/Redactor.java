package io.freightsdk.internal.text;

import java.util.regex.Pattern;

/**
 * Masks links, tokens, keys, phone numbers and addresses in texts from the wire. {@code
 * RedactorTest} tests that, and {@code SecretsTest} that no secret is in a log, a message or a
 * {@code toString}.
 */
public final class Redactor {
  private static final String MASK = "***";

  /** JSON may escape the slashes of a link. */
  private static final Pattern LINK =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(?:\\\\?/){2}[^\\s\"<>]*");

  private static final Pattern TOKEN =
      Pattern.compile("\\b(?:drv|trk|tok|sk|pk|ak|key)_\\w+|[A-Za-z0-9_-]{20,}");
  private static final Pattern EMAIL = Pattern.compile("[^\\s\"@<>]+@[^\\s\"@<>]+");

  /** The service's load numbers: a year, and a number that is shorter than a phone number. */
  private static final String LOAD_NUMBER = "(?<![\\w-])LD-20\\d{2}-\\d{4,9}(?![\\w-])";

  /** A load number, which stays, or a phone number. */
  private static final Pattern LOAD_OR_PHONE =
      Pattern.compile("(" + LOAD_NUMBER + ")|\\+?\\d[\\d ().-]{7,}\\d");

  /**
   * Names in programs, such as {@code INVALID_DRIVER_PHONE}, {@code pickups.0.zip}, {@code
   * $.stops[0].type} or {@code LD-7}. They may be longer than a token, but are no tokens.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?!.*(?:drv|trk|tok|sk|pk|ak|key)_)"
              + "(?:\\$|[A-Za-z]+)(?:[._\\[\\]-]++(?:[A-Za-z]++|\\d{1,6}+))*+]?");

  /** Also the line and paragraph separators of Unicode. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

  /** The maximum length of a load number in a path; references and codes have no maximum. */
  private static final int MAX_CHARS = 128;

  private Redactor() {}

  /**
   * Masks everything that looks like a secret or like personal data. The service's load numbers
   * stay, because messages need them to name a load.
   */
  public static String mask(String text) {
    String masked = LINK.matcher(text).replaceAll(MASK);
    masked = EMAIL.matcher(masked).replaceAll(MASK);
    masked = TOKEN.matcher(masked).replaceAll(MASK);
    return LOAD_OR_PHONE
        .matcher(masked)
        .replaceAll(found -> found.group(1) == null ? MASK : found.group(1));
  }

  /**
   * Quotes a name or code from outside in a message or log line: in one line, and masked unless it
   * is a name.
   */
  public static String quote(String name) {
    String line = oneLine(name);
    return NAME.matcher(line).matches() ? line : mask(line);
  }

  /** The start of the text without its line breaks, which would split a line of a log. */
  public static String oneLine(String text) {
    return oneLine(text, MAX_CHARS);
  }

  /** The first characters of the text without its line breaks. */
  public static String oneLine(String text, int maxChars) {
    String cut = text.length() <= maxChars ? text : text.substring(0, maxChars) + "...";
    return CONTROL.matcher(cut).replaceAll("?");
  }
}
