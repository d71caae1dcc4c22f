package io.freightsdk.server.web;

import java.util.Collection;

/** Markup that is written as it is; any other text is escaped first. */
public record Html(String markup) {
  public static final Html NONE = new Html("");

  /** {@code text} with every character escaped that has a meaning in HTML text or attributes. */
  public static Html escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    appendEscaped(text, out);
    return new Html(out.toString());
  }

  public static Html joined(Collection<Html> parts) {
    StringBuilder out = new StringBuilder();
    for (Html part : parts) out.append(part.markup);
    return new Html(out.toString());
  }

  /** This when {@code shown}, otherwise nothing. */
  public Html when(boolean shown) {
    return shown ? this : NONE;
  }

  @Override
  public String toString() {
    return markup;
  }

  static void appendEscaped(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(isForbidden(c) ? '\uFFFD' : c);
      }
    }
  }

  /** Control characters are not allowed in HTML, or change how the text after them is shown. */
  private static boolean isForbidden(char c) {
    boolean whitespace = c == '\t' || c == '\n' || c == '\r';
    boolean control = (c < ' ' && !whitespace) || (c >= '\u007F' && c <= '\u009F');
    // Marks that change the direction of text: a city's name could reverse the text after it.
    boolean turnsText =
        (c >= '\u202A' && c <= '\u202E')
            || (c >= '\u2066' && c <= '\u2069')
            || c == '\u200E'
            || c == '\u200F'
            || c == '\u061C';
    return control || turnsText;
  }
}
