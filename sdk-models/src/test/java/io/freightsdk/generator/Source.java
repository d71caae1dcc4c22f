package io.freightsdk.generator;

import java.util.List;

/**
 * Formats Java source. A list has one line for each item if it has more than three items, or is too
 * long for one line.
 */
final class Source {
  private static final int MAX_COLUMNS = 100;
  private static final int MAX_JAVADOC_COLUMNS = 96;
  private static final int MAX_COMMENT_LENGTH = MAX_JAVADOC_COLUMNS - "/**  */".length();
  private static final int MAX_ITEMS_ON_LINE = 3;

  private Source() {}

  static String literal(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** A line with a parenthesised list. */
  static String list(int indent, String head, List<String> items, String tail) {
    return parts(indent, head, ", ", ",", items, tail);
  }

  /** Operands joined by an operator. */
  static String joined(
      int indent, String head, String operator, List<String> operands, String tail) {
    String spaced = " " + operator + " ";
    return parts(indent, head, spaced, " " + operator, operands, tail);
  }

  private static String parts(
      int indent, String head, String between, String atEnd, List<String> items, String tail) {
    String margin = " ".repeat(indent);
    String line = margin + head + String.join(between, items) + tail;
    if (items.size() <= MAX_ITEMS_ON_LINE && line.length() <= MAX_COLUMNS) return line + "\n";
    String inner = "\n" + margin + "    ";
    return margin + head.stripTrailing() + inner + String.join(atEnd + inner, items) + tail + "\n";
  }

  /** A documentation comment of one paragraph and, if any, its tags. */
  static String javadoc(int indent, String text, List<String> tags) {
    return comment(indent, html(text), tags);
  }

  /** The same for text that is already Javadoc. */
  static String comment(int indent, String text, List<String> tags) {
    String margin = " ".repeat(indent);
    String line = text.replaceAll("\\s+", " ");
    if (tags.isEmpty() && indent + line.length() <= MAX_COMMENT_LENGTH) {
      return margin + "/** " + line + " */\n";
    }
    StringBuilder out = new StringBuilder(margin + "/**\n");
    out.append(wrapped(line, margin + " * "));
    if (!tags.isEmpty()) out.append(margin).append(" *\n");
    for (String tag : tags) out.append(wrapped(tag, margin + " * "));
    return out.append(margin).append(" */\n").toString();
  }

  /** Text of the description as Javadoc: code between backticks, nothing else special. */
  static String html(String text) {
    return text.strip()
        .replaceAll("\\s+", " ")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("@", "&#64;")
        .replaceAll("`([^`]*)`", "{@code $1}");
  }

  private static String wrapped(String text, String margin) {
    StringBuilder out = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ", -1)) {
      boolean breaks = column == 0 || column + word.length() >= MAX_JAVADOC_COLUMNS;
      if (breaks && column > 0) out.append('\n');
      String next = (breaks ? margin : " ") + word;
      out.append(next);
      column = breaks ? next.length() : column + next.length();
    }
    return out.append('\n').toString();
  }
}
