package io.freightsdk.model.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The additional fields of an open object.
 *
 * <p>Each kind of value has one Java type, so that a value that is written and read again is equal:
 * null, Boolean, String, BigInteger for whole numbers, BigDecimal for other numbers, and immutable
 * List and Map.
 */
public final class OpenFields {
  /** Moshi, which reads and writes the fields, rejects more levels. */
  private static final int MAX_DEPTH = 256;

  private OpenFields() {}

  /** An immutable copy with converted values. Rejects names of the record's own members. */
  public static Map<String, @Nullable Object> copy(
      Map<String, ? extends @Nullable Object> fields, String... members) {
    Objects.requireNonNull(fields, "additionalProperties");
    for (String name : members) {
      if (fields.containsKey(name)) throw takenName(name);
    }
    return map(fields, 0);
  }

  /** Rejects the name of one of the record's own members. */
  public static void requireNotMember(String name, String... members) {
    Objects.requireNonNull(name, "name");
    for (String member : members) {
      if (name.equals(member)) throw takenName(name);
    }
  }

  private static IllegalArgumentException takenName(String name) {
    return new IllegalArgumentException(
        "additionalProperties holds '" + name + "', which is a member of the record; set it there");
  }

  private static Map<String, @Nullable Object> map(Map<?, ?> fields, int depth) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      Object key =
          Objects.requireNonNull(field.getKey(), "additionalProperties contains null; remove it");
      if (!(key instanceof String name)) {
        throw new IllegalArgumentException(
            "additionalProperties: the name of a field is not a String");
      }
      copy.put(name, value(field.getValue(), depth));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static List<@Nullable Object> list(List<?> items, int depth) {
    List<@Nullable Object> copy = new ArrayList<>(items.size());
    for (Object item : items) copy.add(value(item, depth));
    return Collections.unmodifiableList(copy);
  }

  private static @Nullable Object value(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH)
      throw new IllegalArgumentException(
          "additionalProperties: nested deeper than " + MAX_DEPTH + " levels");
    if (value == null || value instanceof String || value instanceof Boolean) return value;
    if (value instanceof BigInteger || value instanceof BigDecimal) return value;
    if (value instanceof Double || value instanceof Float) return decimal((Number) value);
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return BigInteger.valueOf(((Number) value).longValue());
    }
    if (value instanceof List<?> items) return list(items, depth + 1);
    if (value instanceof Map<?, ?> fields) return map(fields, depth + 1);
    throw new IllegalArgumentException(
        "additionalProperties: "
            + value.getClass().getName()
            + " cannot be written; use String, Boolean, Number, List or Map");
  }

  private static BigDecimal decimal(Number number) {
    Members.requireFinite("a field", number.doubleValue());
    return new BigDecimal(number.toString());
  }

  public static @Nullable String string(Map<String, @Nullable Object> fields, String name) {
    return fields.get(name) instanceof String text ? text : null;
  }

  public static @Nullable Boolean bool(Map<String, @Nullable Object> fields, String name) {
    return fields.get(name) instanceof Boolean flag ? flag : null;
  }

  public static @Nullable BigDecimal money(Map<String, @Nullable Object> fields, String name) {
    Object value = fields.get(name);
    if (value instanceof BigInteger whole) return new BigDecimal(whole);
    return value instanceof BigDecimal decimal ? decimal : null;
  }

  public static @Nullable Double number(Map<String, @Nullable Object> fields, String name) {
    if (!(fields.get(name) instanceof Number number)) return null;
    double value = number.doubleValue();
    return Double.isFinite(value) ? value : null;
  }

  public static @Nullable Integer integer(Map<String, @Nullable Object> fields, String name) {
    BigDecimal value = money(fields, name);
    try {
      // A whole number may be written with zeros after the point.
      return value == null ? null : (Integer) value.intValueExact();
    } catch (ArithmeticException noInt) {
      return null;
    }
  }

  public static @Nullable Instant instant(Map<String, @Nullable Object> fields, String name) {
    return fields.get(name) instanceof String text ? Instants.parse(text) : null;
  }
}
