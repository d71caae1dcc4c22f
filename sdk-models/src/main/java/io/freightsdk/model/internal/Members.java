package io.freightsdk.model.internal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks and copies the members of a record. */
public final class Members {
  private static final int MAX_AMOUNT_LENGTH = 100;

  private Members() {}

  /**
   * An immutable copy. Throws NullPointerException with the name of the member if the list or an
   * item is null.
   */
  public static <T> List<T> copyList(String name, List<T> items) {
    Objects.requireNonNull(items, name);
    try {
      return List.copyOf(items);
    } catch (NullPointerException e) {
      throw new NullPointerException(name + " contains null; remove it");
    }
  }

  /**
   * An immutable copy in the same order. Throws NullPointerException if the map, a key or a value
   * is null.
   */
  public static <V> Map<String, V> copyMap(String name, Map<String, V> entries) {
    Objects.requireNonNull(entries, name);
    Map<String, V> copy = new LinkedHashMap<>(entries);
    if (copy.containsKey(null) || copy.containsValue(null)) {
      throw new NullPointerException(name + " contains null; remove it");
    }
    return Collections.unmodifiableMap(copy);
  }

  /** Rejects a number that JSON cannot represent. */
  public static void requireFinite(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          name + " is " + value + "; use a finite number, JSON has no others");
    }
  }

  /** Rejects a number that JSON cannot represent; null is accepted. */
  public static void requireFinite(String name, @Nullable Double value) {
    if (value != null) requireFinite(name, value.doubleValue());
  }

  /** Rejects a member that has no meaning without another member, if that is missing. */
  public static void requireBoth(
      String name, @Nullable Object value, String otherName, @Nullable Object other) {
    if (value != null && other == null) {
      throw new IllegalArgumentException(
          name + " is set and " + otherName + " is not; set both or neither");
    }
  }

  /** Parses an amount in USD, and rejects any other text. */
  public static BigDecimal parseUsd(String name, String text) {
    BigDecimal usd = parseUsd(Objects.requireNonNull(text, name));
    if (usd != null) return usd;
    String shown =
        text.length() > MAX_AMOUNT_LENGTH ? text.length() + " characters" : "\"" + text + "\"";
    throw new IllegalArgumentException(
        name + ": expected an amount in USD such as \"25.00\", got " + shown);
  }

  /** An amount in USD as decimal text; null for any other text. */
  public static @Nullable BigDecimal parseUsd(String text) {
    // A million digits take the JDK half a minute.
    if (text.length() > MAX_AMOUNT_LENGTH) return null;
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /**
   * The exception of a builder whose required members are not all set.
   *
   * @param namesAndValues the name of a required member, its value, the next name, and so on
   */
  public static IllegalStateException missing(String type, @Nullable Object... namesAndValues) {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] == null) missing.add(String.valueOf(namesAndValues[i]));
    }
    return new IllegalStateException(
        type + " lacks " + String.join(", ", missing) + "; set it before build()");
  }
}
