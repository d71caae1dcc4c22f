package io.freightsdk.model.internal;

import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes one value to Moshi's writer, with the nulls and numbers of the API. The generated adapters
 * write other values, such as strings, with Moshi alone.
 */
public final class ValueWriter {
  private ValueWriter() {}

  /** A finite number. Whole numbers are written without a fraction, as most JSON writers do. */
  public static void number(JsonWriter out, double value) throws IOException {
    boolean negativeZero = value == 0 && 1 / value < 0;
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15 && !negativeZero;
    if (whole) out.value((long) value);
    else out.value(value);
  }

  public static void instant(JsonWriter out, Instant value) throws IOException {
    out.value(value.toString());
  }

  /** Writes null even as the value of a member, which Moshi omits by default. */
  private static void nullValue(JsonWriter out) throws IOException {
    boolean before = out.getSerializeNulls();
    out.setSerializeNulls(true);
    try {
      out.nullValue();
    } finally {
      out.setSerializeNulls(before);
    }
  }

  public static void boolOrNull(JsonWriter out, @Nullable Boolean value) throws IOException {
    if (value == null) nullValue(out);
    else out.value(value);
  }

  public static void stringOrNull(JsonWriter out, @Nullable String value) throws IOException {
    if (value == null) nullValue(out);
    else out.value(value);
  }

  public static void numberOrNull(JsonWriter out, @Nullable Double value) throws IOException {
    if (value == null) nullValue(out);
    else number(out, value);
  }

  public static void integerOrNull(JsonWriter out, @Nullable Integer value) throws IOException {
    if (value == null) nullValue(out);
    else out.value(value);
  }

  public static void moneyOrNull(JsonWriter out, @Nullable BigDecimal value) throws IOException {
    if (value == null) nullValue(out);
    else out.value(value);
  }

  public static void instantOrNull(JsonWriter out, @Nullable Instant value) throws IOException {
    if (value == null) nullValue(out);
    else instant(out, value);
  }

  public static <T> void list(JsonWriter out, List<T> items, ModelJsonAdapter<T> adapter)
      throws IOException {
    out.beginArray();
    for (T item : items) adapter.write(out, item);
    out.endArray();
  }

  public static void amounts(JsonWriter out, Map<String, BigDecimal> amounts) throws IOException {
    out.beginObject();
    for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
      out.name(amount.getKey()).value(amount.getValue());
    }
    out.endObject();
  }

  /** Writes additional fields into the current object. */
  public static void openFields(JsonWriter out, Map<?, ?> fields) throws IOException {
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      out.name((String) field.getKey());
      any(out, field.getValue());
    }
  }

  /** Writes a value of one of the types that {@link OpenFields} allows. */
  private static void any(JsonWriter out, @Nullable Object value) throws IOException {
    if (value == null) {
      nullValue(out);
    } else if (value instanceof Boolean flag) {
      out.value(flag);
    } else if (value instanceof Number number) {
      out.value(number);
    } else if (value instanceof List<?> items) {
      out.beginArray();
      for (Object item : items) any(out, item);
      out.endArray();
    } else if (value instanceof Map<?, ?> fields) {
      out.beginObject();
      openFields(out, fields);
      out.endObject();
    } else {
      out.value((String) value);
    }
  }
}
