package io.freightsdk.model.internal;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a generated adapter reads JSON from.
 *
 * <p>A value of the wrong type or out of bounds is a failure with its JSON path. Failures never
 * hold the value.
 */
sealed interface TokenReader permits MoshiTokenReader, PlainTokenReader {
  void beginObject() throws IOException;

  /** Whether the object or array that has begun goes on. */
  boolean hasNext() throws IOException;

  /** Consumes the next name if it is one of these, and returns its place among them; else -1. */
  int name(Names names) throws IOException;

  /** Consumes the next name, whatever it is. */
  String name() throws IOException;

  void endObject() throws IOException;

  void beginArray() throws IOException;

  void endArray() throws IOException;

  String string() throws IOException;

  boolean bool() throws IOException;

  double number() throws IOException;

  int integer() throws IOException;

  /** An amount; refuses those so large or fine that a first sum with them would fill the memory. */
  BigDecimal money() throws IOException;

  Instant instant() throws IOException;

  /** Any value, exactly: whole numbers as BigInteger, others as BigDecimal. */
  @Nullable Object any() throws IOException;

  /** Consumes a name that {@link #name(Names)} did not find, and its value. */
  void skipMember() throws IOException;

  /** Consumes an explicit null and says so. */
  boolean skippedNull() throws IOException;

  /** Consumes a value that is no string and says so. */
  boolean skippedUnlessString() throws IOException;

  /** Consumes a value that is neither true nor false and says so. */
  boolean skippedUnlessBool() throws IOException;

  /** The failure for a required member that an object, just ended, did not have. */
  RuntimeException missing(String member);

  /** The items of an array; most have one, as the stops of a load. */
  default <T> List<T> list(ModelJsonAdapter<T> adapter) throws IOException {
    beginArray();
    T first = hasNext() ? adapter.read(this) : null;
    if (first == null || !hasNext()) {
      endArray();
      return first == null ? List.of() : List.of(first);
    }
    List<T> items = new ArrayList<>();
    items.add(first);
    do items.add(adapter.read(this));
    while (hasNext());
    endArray();
    return items;
  }

  default List<String> strings() throws IOException {
    List<String> items = new ArrayList<>();
    beginArray();
    while (hasNext()) items.add(string());
    endArray();
    return items;
  }

  default Map<String, BigDecimal> amounts() throws IOException {
    Map<String, BigDecimal> amounts = new LinkedHashMap<>();
    beginObject();
    while (hasNext()) amounts.put(name(), money());
    endObject();
    return amounts;
  }

  /** The items of an array of any values, which comes next. */
  default List<@Nullable Object> anyItems() throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    beginArray();
    while (hasNext()) items.add(any());
    endArray();
    return items;
  }

  /** The fields of an object of any values, which comes next. */
  default Map<String, @Nullable Object> anyFields() throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    beginObject();
    while (hasNext()) fields.put(name(), any());
    endObject();
    return fields;
  }
}
