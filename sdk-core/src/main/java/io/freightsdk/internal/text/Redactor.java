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
  private static final Pattern PHONE = Pattern.compile("\\+?\\d[\\d ().-]{7,}\\d");

  private Redactor() {}

  /** The text with everything masked that looks like a secret or like personal data. */
  public static String mask(String text) {
    String masked = LINK.matcher(text).replaceAll(MASK);
    masked = EMAIL.matcher(masked).replaceAll(MASK);
    masked = TOKEN.matcher(masked).replaceAll(MASK);
    return PHONE.matcher(masked).replaceAll(MASK);
  }
}
