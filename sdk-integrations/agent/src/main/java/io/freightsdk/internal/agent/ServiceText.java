package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.schema.VisibleText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prepares text of the service for a model. Such text can contain anything: a broker types the city
 * of a stop, and it may read like an instruction to the model. So every text becomes one line of
 * limited length, and identifiers, links and enum values are checked.
 */
final class ServiceText {
  static final int MAX_LINE = 60;
  private static final int MAX_LINK = 300;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

  private ServiceText() {}

  /** One line of at most 60 characters; invisible characters become spaces. */
  static @Nullable String line(@Nullable String text) {
    if (text == null) return null;

    StringBuilder line = new StringBuilder();
    int shown = 0;
    for (int i = 0; i < text.length(); ) {
      if (shown++ == MAX_LINE) return line.append("...").toString();
      int point = text.codePointAt(i);
      line.appendCodePoint(VisibleText.isHidden(point) ? ' ' : point);
      i += Character.charCount(point);
    }
    return line.toString();
  }

  /** A load number; null if the text is not one. */
  static @Nullable String identifier(@Nullable String text) {
    return text != null && IDENTIFIER.matcher(text).matches() ? text : null;
  }

  /**
   * A value of an open enum, such as a status; {@code UNRECOGNIZED} if the text is not one word.
   */
  static String word(String text) {
    return WORD.matcher(text).matches() ? text : "UNRECOGNIZED";
  }

  /** A web link in ASCII; null if the text is not one. */
  static @Nullable String link(@Nullable String text) {
    if (text == null || text.length() > MAX_LINK) return null;
    try {
      URI link = new URI(text);
      boolean web = "https".equals(link.getScheme()) || "http".equals(link.getScheme());
      return web && link.getHost() != null ? link.toASCIIString() : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
