package io.freightsdk.internal.text;

import java.util.regex.Pattern;

/**
 * Masks what a text from the wire may quote: links, tokens, keys, phone numbers, addresses. {@code
 * RedactorTest} holds that, and {@code SecretsTest} that no secret is in a log, a message or a
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

  /** Of the service: a year, and a number that is shorter than one of a phone. */
  private static final String LOAD_NUMBER = "(?<![\\w-])LD-20\\d{2}-\\d{4,9}(?![\\w-])";

  /** A load number, which stays, or a phone number. */
  private static final Pattern LOAD_OR_PHONE =
      Pattern.compile("(" + LOAD_NUMBER + ")|\\+?\\d[\\d ().-]{7,}\\d");

  /**
   * What programs name things by, such as {@code INVALID_DRIVER_PHONE}, {@code pickups.0.zip},
   * {@code $.stops[0].type} or {@code LD-7}: longer than a token, and none.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?!.*(?:drv|trk|tok|sk|pk|ak|key)_)"
              + "(?:\\$|[A-Za-z]+)(?:[._\\[\\]-]++(?:[A-Za-z]++|\\d{1,6}+))*+]?");

  /** Also the separators that Unicode has for lines and paragraphs. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");

  /** The longest load number that a path can have; references and codes have no bound. */
  private static final int LONGEST = 128;

  private Redactor() {}

  /**
   * The text with everything masked that looks like a secret or like personal data. The service's
   * load numbers stay: without them nobody knows which load a message is about.
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
   * A name or code from outside, as messages and log lines quote it: in one line, and masked if it
   * is anything else than a name.
   */
  public static String quote(String name) {
    String line = oneLine(name);
    return NAME.matcher(line).matches() ? line : mask(line);
  }

  /**
   * The start of the text without its line breaks, of which one would make one line of a log look
   * like two.
   */
  public static String oneLine(String text) {
    return oneLine(text, LONGEST);
  }

  /** The first characters of the text without its line breaks. */
  public static String oneLine(String text, int maxChars) {
    String cut = text.length() <= maxChars ? text : text.substring(0, maxChars) + "...";
    return CONTROL.matcher(cut).replaceAll("?");
  }
}
