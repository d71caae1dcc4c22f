package io.freightsdk.model.internal;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a generated adapter writes JSON to. */
sealed interface TokenWriter permits MoshiTokenWriter, PlainTokenWriter {
  void beginObject() throws IOException;

  void endObject() throws IOException;

  void beginArray() throws IOException;

  void endArray() throws IOException;

  void name(String name) throws IOException;

  /** Writes null, also as the value of a member. */
  void nullValue() throws IOException;

  void string(String value) throws IOException;

  void bool(boolean value) throws IOException;

  /** A finite number. Whole ones go without a fraction, as most JSON writers do it. */
  void number(double value) throws IOException;

  void integer(int value) throws IOException;

  /** A BigDecimal or BigInteger with all its digits. */
  void exact(Number value) throws IOException;

  void instant(Instant value) throws IOException;

  default void money(BigDecimal value) throws IOException {
    exact(value);
  }

  default void boolOrNull(@Nullable Boolean value) throws IOException {
    if (value == null) nullValue();
    else bool(value);
  }

  default void stringOrNull(@Nullable String value) throws IOException {
    if (value == null) nullValue();
    else string(value);
  }

  default void numberOrNull(@Nullable Double value) throws IOException {
    if (value == null) nullValue();
    else number(value);
  }

  default void integerOrNull(@Nullable Integer value) throws IOException {
    if (value == null) nullValue();
    else integer(value);
  }

  default void moneyOrNull(@Nullable BigDecimal value) throws IOException {
    if (value == null) nullValue();
    else money(value);
  }

  default void instantOrNull(@Nullable Instant value) throws IOException {
    if (value == null) nullValue();
    else instant(value);
  }

  default <T> void list(List<T> items, ModelJsonAdapter<T> adapter) throws IOException {
    beginArray();
    for (T item : items) adapter.write(this, item);
    endArray();
  }

  default void strings(List<String> items) throws IOException {
    beginArray();
    for (String item : items) string(item);
    endArray();
  }

  default void amounts(Map<String, BigDecimal> amounts) throws IOException {
    beginObject();
    for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
      name(amount.getKey());
      money(amount.getValue());
    }
    endObject();
  }

  /** Writes open fields into the object that has begun. */
  default void openFields(Map<?, ?> fields) throws IOException {
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      name((String) field.getKey());
      any(field.getValue());
    }
  }

  /** Writes a value in one of the forms that {@link OpenFields} gives it. */
  private void any(@Nullable Object value) throws IOException {
    if (value == null) {
      nullValue();
    } else if (value instanceof Boolean flag) {
      bool(flag);
    } else if (value instanceof Number number) {
      exact(number);
    } else if (value instanceof List<?> items) {
      beginArray();
      for (Object item : items) any(item);
      endArray();
    } else if (value instanceof Map<?, ?> fields) {
      beginObject();
      openFields(fields);
      endObject();
    } else {
      string((String) value);
    }
  }
}
