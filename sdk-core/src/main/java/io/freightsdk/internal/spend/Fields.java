package io.freightsdk.internal.spend;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A row as text that people can read: {@code held=0.65 spent=12.30}, the other characters in hex.
 * One description of a row writes and reads it: each method gives the field as it was read, or
 * writes the value that it is given. What is zero or empty is left out.
 */
final class Fields {
  private final Map<String, String> values = new LinkedHashMap<>();
  private final boolean reads;

  /** To be written. */
  Fields() {
    this.reads = false;
  }

  /** As it was written. */
  Fields(String text) {
    this.reads = true;
    for (String field : text.split(" ", 0)) {
      int is = field.indexOf('=');
      if (is > 0) values.put(plain(field.substring(0, is)), plain(field.substring(is + 1)));
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          if (text.length() > 0) text.append(' ');
          escape(text, name);
          escape(text.append('='), value);
        });
    return text.toString();
  }

  String text(String name, String value) {
    if (reads) return values.getOrDefault(name, "");
    if (!value.isEmpty()) values.put(name, value);
    return value;
  }

  long number(String name, long value) {
    String text = text(name, reads || value == 0 ? "" : Long.toString(value));
    return !reads ? value : text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /** An amount in billionths of a USD. */
  long usd(String name, long nano) {
    String text = text(name, reads || nano == 0 ? "" : usd(nano));
    return !reads ? nano : text.isEmpty() ? 0 : nano(text);
  }

  static String usd(long nano) {
    return NanoUsd.toUsd(nano).toPlainString();
  }

  static long nano(String usd) {
    return NanoUsd.of(new BigDecimal(usd));
  }

  /** A field for each entry of the map, named by the prefix and its key. */
  <V> void each(
      String prefix, Map<String, V> map, Function<V, String> write, Function<String, V> read) {
    if (!reads) {
      map.forEach((name, value) -> values.put(prefix + name, write.apply(value)));
      return;
    }
    values.forEach(
        (name, value) -> {
          boolean named = name.startsWith(prefix);
          if (named) map.put(name.substring(prefix.length()), read.apply(value));
        });
  }

  void numbers(String prefix, Map<String, Long> map) {
    each(prefix, map, number -> Long.toString(number), Long::valueOf);
  }

  private static void escape(StringBuilder to, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c > ' ' && c < 127 && c != '=' && c != '%';
      if (plain) to.append(c);
      else to.append('%').append(Integer.toHexString(0x10000 | c), 1, 5);
    }
  }

  private static String plain(String text) {
    if (text.indexOf('%') < 0) return text;
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        c = (char) Integer.parseInt(text, i + 1, i + 5, 16);
        i += 4;
      }
      plain.append(c);
    }
    return plain.toString();
  }
}
