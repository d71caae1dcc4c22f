package io.freightsdk.model.internal;

import com.squareup.moshi.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON for the generated adapters: Moshi's writer, with nulls and numbers as the API has
 * them.
 */
public final class TokenWriter {
  private final JsonWriter writer;

  /** Where instants are formatted; a position has hundreds of them, most requests none. */
  private byte @Nullable [] instantText;

  TokenWriter(JsonWriter writer) {
    this.writer = writer;
  }

  public void beginObject() throws IOException {
    writer.beginObject();
  }

  public void endObject() throws IOException {
    writer.endObject();
  }

  public void name(String name) throws IOException {
    writer.name(name);
  }

  public void string(String value) throws IOException {
    writer.value(value);
  }

  public void bool(boolean value) throws IOException {
    writer.value(value);
  }

  /** A finite number. Whole numbers are written without a fraction, as most JSON writers do. */
  public void number(double value) throws IOException {
    boolean negativeZero = value == 0 && 1 / value < 0;
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15 && !negativeZero;
    if (whole) writer.value((long) value);
    else writer.value(value);
  }

  public void integer(int value) throws IOException {
    writer.value(value);
  }

  /** An amount with all its digits. */
  public void money(BigDecimal value) throws IOException {
    writer.value(value);
  }

  public void instant(Instant value) throws IOException {
    if (instantText == null) instantText = new byte[Instants.LONGEST];
    writer.value(Instants.format(value, instantText));
  }

  /** Writes null also as the value of a member, which Moshi would leave out by default. */
  private void nullValue() throws IOException {
    boolean before = writer.getSerializeNulls();
    writer.setSerializeNulls(true);
    try {
      writer.nullValue();
    } finally {
      writer.setSerializeNulls(before);
    }
  }

  public void boolOrNull(@Nullable Boolean value) throws IOException {
    if (value == null) nullValue();
    else bool(value);
  }

  public void stringOrNull(@Nullable String value) throws IOException {
    if (value == null) nullValue();
    else string(value);
  }

  public void numberOrNull(@Nullable Double value) throws IOException {
    if (value == null) nullValue();
    else number(value);
  }

  public void integerOrNull(@Nullable Integer value) throws IOException {
    if (value == null) nullValue();
    else integer(value);
  }

  public void moneyOrNull(@Nullable BigDecimal value) throws IOException {
    if (value == null) nullValue();
    else money(value);
  }

  public void instantOrNull(@Nullable Instant value) throws IOException {
    if (value == null) nullValue();
    else instant(value);
  }

  public <T> void list(List<T> items, ModelJsonAdapter<T> adapter) throws IOException {
    writer.beginArray();
    for (T item : items) adapter.write(this, item);
    writer.endArray();
  }

  public void strings(List<String> items) throws IOException {
    writer.beginArray();
    for (String item : items) string(item);
    writer.endArray();
  }

  public void amounts(Map<String, BigDecimal> amounts) throws IOException {
    beginObject();
    for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
      name(amount.getKey());
      money(amount.getValue());
    }
    endObject();
  }

  /** Writes additional fields into the current object. */
  public void openFields(Map<?, ?> fields) throws IOException {
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      name((String) field.getKey());
      any(field.getValue());
    }
  }

  /** Writes a value of one of the types that {@link OpenFields} allows. */
  private void any(@Nullable Object value) throws IOException {
    if (value == null) {
      nullValue();
    } else if (value instanceof Boolean flag) {
      bool(flag);
    } else if (value instanceof Number number) {
      writer.value(number);
    } else if (value instanceof List<?> items) {
      writer.beginArray();
      for (Object item : items) any(item);
      writer.endArray();
    } else if (value instanceof Map<?, ?> fields) {
      beginObject();
      openFields(fields);
      endObject();
    } else {
      string((String) value);
    }
  }
}
