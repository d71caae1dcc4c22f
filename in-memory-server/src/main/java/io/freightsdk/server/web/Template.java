package io.freightsdk.server.web;

import java.util.ArrayList;
import java.util.List;

/**
 * A text block with {@code {}} slots, read once and filled often.
 *
 * <p>{@link Html} goes into a slot as it is; anything else is escaped, so a page can forget to
 * escape nothing. A slot inside a tag must stand in double quotes.
 */
public final class Template {
  private static final String SLOT = "{}";

  private final List<String> literals;

  private Template(List<String> literals) {
    this.literals = literals;
  }

  /** Reads {@code text}; its line breaks and indentation are kept. */
  public static Template of(String text) {
    List<String> literals = new ArrayList<>();
    int from = 0;
    for (int slot = text.indexOf(SLOT); slot >= 0; slot = text.indexOf(SLOT, from)) {
      literals.add(text.substring(from, slot));
      from = slot + SLOT.length();
    }
    literals.add(text.substring(from));
    return new Template(literals);
  }

  /**
   * The template with {@code values} in its slots, in order.
   *
   * @throws IllegalArgumentException if there are more or fewer values than slots
   */
  public Html with(Object... values) {
    if (values.length != literals.size() - 1) {
      throw new IllegalArgumentException(
          "template has " + (literals.size() - 1) + " slots but got " + values.length + " values");
    }
    StringBuilder out = new StringBuilder(literals.get(0));
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Html html) {
        out.append(html.markup());
      } else {
        Html.appendEscaped(values[i].toString(), out);
      }
      out.append(literals.get(i + 1));
    }
    return new Html(out.toString());
  }
}
