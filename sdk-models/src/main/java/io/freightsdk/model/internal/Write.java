package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON value of a known type. */
final class Write {
  private Write() {}

  static void string(JsonWriter writer, String value) throws IOException {
    writer.value(value);
  }

  static void stringOrNull(JsonWriter writer, @Nullable String value) throws IOException {
    if (value == null) nullValue(writer);
    else string(writer, value);
  }

  static void bool(JsonWriter writer, boolean value) throws IOException {
    writer.value(value);
  }

  static void boolOrNull(JsonWriter writer, @Nullable Boolean value) throws IOException {
    if (value == null) nullValue(writer);
    else bool(writer, value);
  }

  /** Whole numbers go without a fraction, as most JSON writers do it. */
  static void number(JsonWriter writer, double value) throws IOException {
    long whole = (long) value;
    boolean isWhole = whole == value && Math.abs(value) < 1e15;
    boolean isNegativeZero = whole == 0 && 1 / value < 0;
    if (isWhole && !isNegativeZero) writer.value(whole);
    else writer.value(value);
  }

  static void numberOrNull(JsonWriter writer, @Nullable Double value) throws IOException {
    if (value == null) nullValue(writer);
    else number(writer, value);
  }

  static void integer(JsonWriter writer, int value) throws IOException {
    writer.value(value);
  }

  static void integerOrNull(JsonWriter writer, @Nullable Integer value) throws IOException {
    if (value == null) nullValue(writer);
    else integer(writer, value);
  }

  static void money(JsonWriter writer, BigDecimal value) throws IOException {
    writer.value(value);
  }

  static void moneyOrNull(JsonWriter writer, @Nullable BigDecimal value) throws IOException {
    if (value == null) nullValue(writer);
    else money(writer, value);
  }

  static void instant(JsonWriter writer, Instant value) throws IOException {
    writer.value(value.toString());
  }

  static void instantOrNull(JsonWriter writer, @Nullable Instant value) throws IOException {
    if (value == null) nullValue(writer);
    else instant(writer, value);
  }

  static <T> void list(JsonWriter writer, List<T> items, JsonAdapter<T> adapter)
      throws IOException {
    writer.beginArray();
    for (T item : items) adapter.toJson(writer, item);
    writer.endArray();
  }

  static void strings(JsonWriter writer, List<String> items) throws IOException {
    writer.beginArray();
    for (String item : items) writer.value(item);
    writer.endArray();
  }

  static void amounts(JsonWriter writer, Map<String, BigDecimal> amounts) throws IOException {
    writer.beginObject();
    for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
      writer.name(amount.getKey());
      money(writer, amount.getValue());
    }
    writer.endObject();
  }

  /** Writes open fields into the object that has begun. */
  static void openFields(JsonWriter writer, Map<String, @Nullable Object> fields)
      throws IOException {
    for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
      writer.name(field.getKey());
      any(writer, field.getValue());
    }
  }

  static JsonDataException nullRoot() {
    return new JsonDataException("null has no JSON here; use nullSafe() to write null");
  }

  private static void any(JsonWriter writer, @Nullable Object value) throws IOException {
    if (value == null) {
      nullValue(writer);
    } else if (value instanceof Boolean flag) {
      writer.value(flag);
    } else if (value instanceof Number number) {
      writer.value(number);
    } else if (value instanceof List<?> items) {
      writer.beginArray();
      for (Object item : items) any(writer, item);
      writer.endArray();
    } else if (value instanceof Map<?, ?> fields) {
      writer.beginObject();
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        writer.name((String) field.getKey());
        any(writer, field.getValue());
      }
      writer.endObject();
    } else {
      writer.value((String) value);
    }
  }

  /** Writes null even where the writer leaves out members that are null. */
  private static void nullValue(JsonWriter writer) throws IOException {
    boolean before = writer.getSerializeNulls();
    writer.setSerializeNulls(true);
    try {
      writer.nullValue();
    } finally {
      writer.setSerializeNulls(before);
    }
  }
}
