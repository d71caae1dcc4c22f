package io.freightsdk.mcp;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * What can be read of a line that is JSON and no message of the protocol, so that who waits for its
 * answer, or for it, can be told.
 *
 * @param id a text or a whole number; null if there is none
 */
record Envelope(@Nullable Object id, boolean hasMethod, boolean hasOutcome) {
  private static final Envelope UNREADABLE = new Envelope(null, false, false);

  /** More digits than an id has. */
  private static final int MOST_DIGITS = 40;

  /** Without the limits of the mapper, because values are skipped. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  static Envelope of(String line) {
    Object id = null;
    boolean hasMethod = false;
    boolean hasOutcome = false;
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) return UNREADABLE;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("id")) id = value.isScalarValue() ? id(value, parser.getString()) : null;
        hasMethod |= name.equals("method");
        hasOutcome |= name.equals("result") || name.equals("error");
        parser.skipChildren();
      }
      return new Envelope(id, hasMethod, hasOutcome);
    } catch (JacksonException e) {
      return UNREADABLE;
    }
  }

  private static @Nullable Object id(JsonToken value, String text) {
    if (value == JsonToken.VALUE_STRING) return text;
    boolean isShort = value.isNumeric() && text.length() <= MOST_DIGITS;
    BigDecimal number = isShort ? number(text) : null;
    return number == null ? null : id(number);
  }

  /** Null for an exponent beyond all numbers, and for what a mapper has made of one. */
  private static @Nullable BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * An id as it is compared: a whole number, in whatever form it is written, is a {@link Long}, or
   * a {@link BigInteger} beyond that. Null for what is no id.
   */
  static @Nullable Object id(@Nullable Object id) {
    if (!(id instanceof Number number)) return id instanceof String ? id : null;
    BigDecimal written = number(number.toString());
    if (written == null) return null;
    boolean hasManyDigits = Math.abs((long) written.precision() - written.scale()) > MOST_DIGITS;
    if (hasManyDigits || written.stripTrailingZeros().scale() > 0) return null;
    BigInteger whole = written.toBigInteger();
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
  }
}
