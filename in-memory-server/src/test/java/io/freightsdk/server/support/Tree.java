package io.freightsdk.server.support;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A JSON value that is walked by dotted paths such as {@code stops.0.city}. */
public record Tree(Object value) {
  public Tree at(String path) {
    Object here = value;
    for (String step : path.split("\\.")) {
      if (here instanceof Map<?, ?> object) {
        here = object.get(step);
      } else if (here instanceof List<?> list) {
        here = list.get(Integer.parseInt(step));
      } else {
        throw new AssertionError("no " + path + " in " + value);
      }
    }
    return new Tree(here);
  }

  public boolean has(String name) {
    return value instanceof Map<?, ?> object && object.containsKey(name);
  }

  public String text(String path) {
    Object found = at(path).value;
    return found == null ? null : found.toString();
  }

  public BigDecimal number(String path) {
    return (BigDecimal) at(path).value;
  }

  public int integer(String path) {
    return number(path).intValueExact();
  }

  public Instant instant(String path) {
    String text = text(path);
    return text == null ? null : Instant.parse(text);
  }

  public boolean flag(String path) {
    return (Boolean) at(path).value;
  }

  public List<?> list(String path) {
    return (List<?>) at(path).value;
  }

  public int size(String path) {
    return list(path).size();
  }
}
