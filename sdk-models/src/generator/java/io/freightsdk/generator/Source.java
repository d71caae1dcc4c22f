package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.List;

/** Layout of Java source: breaks lines at 100 columns where google-java-format would. */
final class Source {
  static final int COLUMNS = 100;

  private Source() {}

  static String literal(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * A line with a parenthesised list: on one line if it fits, else the list on the next line, else
   * one item per line.
   */
  static String list(int indent, String head, List<String> items, String tail) {
    String oneLine = " ".repeat(indent) + head + String.join(", ", items) + tail;
    if (oneLine.length() <= COLUMNS || items.isEmpty()) return oneLine + "\n";
    String inner = " ".repeat(indent + 4);
    String secondLine = inner + String.join(", ", items) + tail;
    boolean fits = secondLine.length() <= COLUMNS;
    String separator = fits ? ", " : ",\n" + inner;
    return " ".repeat(indent) + head + "\n" + inner + String.join(separator, items) + tail + "\n";
  }

  /** An assignment of such a list; it breaks after the equals sign before the list is broken. */
  static String assigned(int indent, String left, String head, List<String> items, String tail) {
    String oneLine = " ".repeat(indent) + left + " = " + head + String.join(", ", items) + tail;
    if (oneLine.length() <= COLUMNS) return oneLine + "\n";
    return " ".repeat(indent) + left + " =\n" + list(indent + 4, head, items, tail);
  }

  /** An assignment: on one line if it fits, else the value on the next line. */
  static String assigned(int indent, String left, String value) {
    return assigned(indent, left, value, List.of(), ";");
  }

  /**
   * An assignment of one of two values, which stand below the condition where a line is too short.
   */
  static String choice(int indent, String left, String condition, String one, String other) {
    String oneLine = condition + " ? " + one + " : " + other;
    if (indent + 4 + oneLine.length() + 1 <= COLUMNS) return assigned(indent, left, oneLine);
    String margin = "\n" + " ".repeat(indent + 8);
    return assigned(indent, left, condition + margin + "? " + one + margin + ": " + other);
  }

  /** A line in two parts: together if they fit, else the second on the next line. */
  static String continued(int indent, String first, String second) {
    String oneLine = " ".repeat(indent) + first + " " + second;
    if (oneLine.length() <= COLUMNS) return oneLine + "\n";
    return " ".repeat(indent) + first + "\n" + " ".repeat(indent + 4) + second + "\n";
  }

  /** Operands joined by an operator: on one line if they fit, else one operand per line. */
  static String joined(
      int indent, String head, String operator, List<String> operands, String tail) {
    String oneLine = " ".repeat(indent) + head + String.join(" " + operator + " ", operands) + tail;
    if (oneLine.length() <= COLUMNS) return oneLine + "\n";
    String separator = "\n" + " ".repeat(indent + 4) + operator + " ";
    return " ".repeat(indent) + head + String.join(separator, operands) + tail + "\n";
  }

  /** A documentation comment of one paragraph and, if any, its tags. */
  static String javadoc(int indent, String text, List<String> tags) {
    String margin = " ".repeat(indent);
    String oneLine = margin + "/** " + html(text) + " */";
    if (tags.isEmpty() && oneLine.length() <= COLUMNS) return oneLine + "\n";
    StringBuilder out = new StringBuilder(margin + "/**\n");
    fill(html(text), margin + " * ", margin + " * ").forEach(out::append);
    if (!tags.isEmpty()) out.append(margin).append(" *\n");
    for (String tag : tags) fill(tag, margin + " * ", margin + " *     ").forEach(out::append);
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

  private static List<String> fill(String text, String first, String next) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    String gap = "";
    for (String word : text.split(" ")) {
      if (line.length() + gap.length() + word.length() > COLUMNS) {
        lines.add(line.append('\n').toString());
        line = new StringBuilder(next);
        gap = "";
      }
      line.append(gap).append(word);
      gap = " ";
    }
    lines.add(line.append('\n').toString());
    return lines;
  }
}
