package io.freightsdk.server.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Markup with slots, parsed once and filled often: {@code {}} in order, or {@code {name}} by name.
 *
 * <p>{@link Html} goes into a slot as it is; anything else is escaped, so a page cannot forget to
 * escape a text. A slot inside a tag must stand in double quotes.
 *
 * @param title names it in messages
 * @param literals the text around the slots
 * @param names of the slots, empty where they have none
 */
public record Template(String title, List<String> literals, List<String> names) {
  private static final Pattern SLOT = Pattern.compile("\\{([a-z][A-Za-z]*)?}");
  private static final Pattern BLOCK = Pattern.compile("(?m)^<!-- block ([a-z-]+).*-->\n");

  /** Reads {@code text}; its line breaks and indentation are kept. */
  public static Template of(String text) {
    return of("template", text);
  }

  private static Template of(String title, String text) {
    List<String> literals = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matcher slot = SLOT.matcher(text);
    int from = 0;
    while (slot.find()) {
      literals.add(text.substring(from, slot.start()));
      String name = slot.group(1);
      names.add(name == null ? "" : name);
      from = slot.end();
    }
    literals.add(text.substring(from));
    return new Template(title, literals, names);
  }

  /**
   * The blocks of a resource of this package: each begins at a line {@code <!-- block name -->}. A
   * backslash at the end of a line joins it with the next one.
   */
  public static Blocks read(String resource) {
    return read(resource, UnaryOperator.identity());
  }

  /** The same of a text that is changed first. */
  static Blocks read(String resource, UnaryOperator<String> change) {
    String text = change.apply(new String(Asset.bytes(resource), StandardCharsets.UTF_8));
    Map<String, Template> blocks = new HashMap<>();
    Matcher block = BLOCK.matcher(text);
    String name = null;
    int from = 0;
    while (block.find()) {
      if (name != null) blocks.put(name, of(name, joined(text.substring(from, block.start()))));
      name = block.group(1);
      from = block.end();
    }
    if (name == null) throw new IllegalStateException(resource + " has no block");
    blocks.put(name, of(name, joined(text.substring(from))));
    return new Blocks(resource, Map.copyOf(blocks));
  }

  private static String joined(String block) {
    return block.replace("\\\n", "");
  }

  public record Blocks(String resource, Map<String, Template> templates) {
    public Template get(String block) {
      Template template = templates.get(block);
      if (template == null) {
        throw new IllegalArgumentException(resource + " has no block " + block);
      }
      return template;
    }
  }

  /** The template with {@code namesAndValues} in its slots, each name followed by its value. */
  public Html fill(Object... namesAndValues) {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    Object[] ordered = new Object[names.size()];
    for (int i = 0; i < ordered.length; i++) {
      Object value = values.get(names.get(i));
      if (value == null) {
        throw new IllegalArgumentException(title + ": nothing for {" + names.get(i) + "}");
      }
      ordered[i] = value;
    }
    return with(ordered);
  }

  /**
   * The template with {@code values} in its slots, in order.
   *
   * @throws IllegalArgumentException if there are more or fewer values than slots
   */
  public Html with(Object... values) {
    if (values.length != literals.size() - 1) {
      throw new IllegalArgumentException(
          title + " has " + (literals.size() - 1) + " slots but got " + values.length + " values");
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
