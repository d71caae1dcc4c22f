package io.freightsdk.server.standalone;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The value of one option: behind its equals sign, or the next argument. */
final class Value {
  private final String option;
  private final Iterator<String> rest;
  private @Nullable String joined;

  Value(String option, @Nullable String joined, Iterator<String> rest) {
    this.option = option;
    this.joined = joined;
    this.rest = rest;
  }

  String text() throws BadOption {
    String value = joined;
    joined = null;
    if (value == null && rest.hasNext()) value = rest.next();
    if (value == null || value.isEmpty()) throw new BadOption(option + " needs a value");
    return value;
  }

  /** A whole number from 0 to {@code max}. */
  int integer(int max) throws BadOption {
    return (int) checked(max, Integer::parseInt);
  }

  /** A number from 0 to {@code max}. */
  double number(double max) throws BadOption {
    return checked(max, Double::parseDouble);
  }

  /** Whether a value was given that nobody asked for. */
  boolean isLeftOver() {
    return joined != null;
  }

  private double checked(double max, java.util.function.ToDoubleFunction<String> parse)
      throws BadOption {
    String text = text();
    try {
      double value = parse.applyAsDouble(text);
      if (value >= 0 && value <= max) return value;
    } catch (NumberFormatException e) {
      throw outOfRange(text, max);
    }
    throw outOfRange(text, max);
  }

  private BadOption outOfRange(String text, double max) {
    return new BadOption(option + " takes a number from 0 to " + (long) max + ", not " + text);
  }
}
