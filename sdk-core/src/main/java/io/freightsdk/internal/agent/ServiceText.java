package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.schema.VisibleText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text that the service sent, made fit for a model. It may hold anything: a broker types the city
 * of a stop, and a city may read like an order to the model. So every text is one bounded line, and
 * what should be a name, a link or a word of a list is checked to be one.
 */
final class ServiceText {
  static final int MAX_LINE = 60;
  private static final int MAX_LINK = 300;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

  private ServiceText() {}

  /** One line of at most 60 characters, what cannot be seen replaced by spaces. */
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

  /** A number of a load; null if the text is none. */
  static @Nullable String identifier(@Nullable String text) {
    return text != null && IDENTIFIER.matcher(text).matches() ? text : null;
  }

  /** A word of an open list, such as a status; {@code UNRECOGNIZED} if the text is none. */
  static String word(String text) {
    return WORD.matcher(text).matches() ? text : "UNRECOGNIZED";
  }

  /** A link of a web page in printable ASCII; null if the text is none. */
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
