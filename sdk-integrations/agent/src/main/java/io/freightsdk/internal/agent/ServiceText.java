package io.freightsdk.internal.agent;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prepares text of others for a model or a person. Such text can contain anything: a broker types
 * the city of a stop, and it may read like an instruction to the model. So every text becomes one
 * line of limited length in which every character can be seen, and identifiers, links and enum
 * values are checked.
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
      line.appendCodePoint(isHidden(point) ? ' ' : point);
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

  /** The index of the first character that cannot be seen; -1 if all can. */
  static int firstHidden(String text) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (isHidden(point)) return i;
      i += Character.charCount(point);
    }
    return -1;
  }

  /** Whether a character is a control, a format, a filler, or a space other than the plain one. */
  private static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      case Character.SPACE_SEPARATOR -> point != ' ';
      // Zero-width characters and fillers, which Unicode counts among letters, marks and symbols.
      default ->
          point == 0x034F
              || (point >= 0x115F && point <= 0x1160)
              || (point >= 0x17B4 && point <= 0x17B5)
              || (point >= 0x180B && point <= 0x180F)
              || point == 0x2800
              || point == 0x3164
              || (point >= 0xFE00 && point <= 0xFE0F)
              || point == 0xFFA0
              || (point >= 0xE0100 && point <= 0xE01EF);
    };
  }
}
