package io.freightsdk.internal.agent.results;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prepares untrusted text for a model or a person: one short line of visible characters, or a
 * checked identifier, link or enum value. A broker types the city of a stop, and it may contain an
 * instruction to the model.
 */
public final class UntrustedText {
  static final int MAX_LINE = 60;
  private static final int MAX_LINK = 300;

  /**
   * Control and format characters, spaces other than U+0020, and zero-width characters and fillers
   * that Unicode classifies as letters, marks and symbols.
   */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "[\\p{C}\\p{Z}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\u3164"
              + "\\uFE00-\\uFE0F\\uFFA0\\x{E0100}-\\x{E01EF}&&[^ ]]");

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

  private UntrustedText() {}

  /**
   * One line, with a space for each invisible character, and {@code ...} instead of the text after
   * 60 characters. Null only for null.
   */
  public static @Nullable String line(@Nullable String text) {
    if (text == null) return null;

    boolean isLong = text.codePointCount(0, text.length()) > MAX_LINE;
    String shown = isLong ? text.substring(0, text.offsetByCodePoints(0, MAX_LINE)) + "..." : text;
    return HIDDEN.matcher(shown).replaceAll(" ");
  }

  /** A load number; null if the text is not one. */
  public static @Nullable String identifier(@Nullable String text) {
    return text != null && IDENTIFIER.matcher(text).matches() ? text : null;
  }

  /**
   * A value of an open enum, such as a status; {@code UNRECOGNIZED} if the text is not one word.
   */
  public static String word(String text) {
    return WORD.matcher(text).matches() ? text : "UNRECOGNIZED";
  }

  /** A web link in ASCII; null if the text is not one. */
  public static @Nullable String link(@Nullable String text) {
    if (text == null || text.length() > MAX_LINK) return null;
    try {
      URI link = new URI(text);
      boolean web = "https".equals(link.getScheme()) || "http".equals(link.getScheme());
      return web && link.getHost() != null ? link.toASCIIString() : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** Whether a text has invisible characters. */
  public static boolean hasHidden(String text) {
    return HIDDEN.matcher(text).find();
  }
}
