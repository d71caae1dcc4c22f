package io.freightsdk.internal.spend;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row as text that people can read: {@code held=0.65 spent=12.30}, the other characters in hex.
 */
final class Fields {
  private final Map<String, String> values = new LinkedHashMap<>();

  static Fields of(String text) {
    Fields fields = new Fields();
    for (String field : text.split(" ", 0)) {
      int is = field.indexOf('=');
      if (is > 0) fields.values.put(plain(field.substring(0, is)), plain(field.substring(is + 1)));
    }
    return fields;
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

  void put(String name, String value) {
    values.put(name, value);
  }

  /** A zero is left out. */
  void put(String name, long number) {
    if (number != 0) values.put(name, Long.toString(number));
  }

  /** A zero is left out. */
  void usd(String name, long nano) {
    if (nano != 0) values.put(name, NanoUsd.toUsd(nano).toPlainString());
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Empty if there is none. */
  String get(String name) {
    return values.getOrDefault(name, "");
  }

  long number(String name) {
    return has(name) ? Long.parseLong(get(name)) : 0;
  }

  long nano(String name) {
    return has(name) ? NanoUsd.of(new BigDecimal(get(name))) : 0;
  }

  /** Fields whose name begins with the prefix, by the rest of their names. */
  Map<String, String> under(String prefix) {
    Map<String, String> found = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) found.put(name.substring(prefix.length()), value);
        });
    return found;
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
