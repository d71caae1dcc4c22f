package io.freightsdk.model.internal;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonReader.Token;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON for the generated adapters: Moshi's tokens, without its conversions between strings
 * and numbers.
 *
 * <p>A value of the wrong type or out of bounds throws {@link JsonDataException}, whose message has
 * the path and never the value. The methods named {@code OrNull} skip such a value and return null.
 */
public final class TokenReader {
  /** Longer numbers are refused, because converting them to a decimal takes quadratic time. */
  private static final int LONGEST_DECIMAL = 1_000;

  private static final int MOST_MONEY_DIGITS = 100;
  private static final Pattern LAST_INDEX = Pattern.compile("\\[([1-9]\\d{0,8})]$");

  private final JsonReader reader;

  TokenReader(JsonReader reader) {
    this.reader = reader;
  }

  public void beginObject() throws IOException {
    require(Token.BEGIN_OBJECT, "an object");
    reader.beginObject();
  }

  /** Whether the current object or array has another element. */
  public boolean hasNext() throws IOException {
    return reader.hasNext();
  }

  /** Consumes the next name if it is one of these, and returns its index; otherwise -1. */
  public int name(JsonReader.Options names) throws IOException {
    return reader.selectName(names);
  }

  /** Consumes the next name, whatever it is. */
  public String name() throws IOException {
    return reader.nextName();
  }

  public void endObject() throws IOException {
    reader.endObject();
  }

  /** Consumes a name that {@link #name(JsonReader.Options)} did not find, and its value. */
  public void skipMember() throws IOException {
    reader.skipName();
    reader.skipValue();
  }

  /** Consumes an explicit null; true if there was one. */
  public boolean skippedNull() throws IOException {
    if (reader.peek() != Token.NULL) return false;
    reader.skipValue();
    return true;
  }

  /** Consumes a value that is not an object; true if there was one. */
  public boolean skippedUnlessObject() throws IOException {
    return skippedUnless(Token.BEGIN_OBJECT);
  }

  /** Consumes a value that is not a string; true if there was one. */
  public boolean skippedUnlessString() throws IOException {
    return skippedUnless(Token.STRING);
  }

  private boolean skippedUnless(Token expected) throws IOException {
    if (reader.peek() == expected) return false;
    reader.skipValue();
    return true;
  }

  public String string() throws IOException {
    require(Token.STRING, "a string");
    return reader.nextString();
  }

  public @Nullable String stringOrNull() throws IOException {
    return skippedUnless(Token.STRING) ? null : reader.nextString();
  }

  public boolean bool() throws IOException {
    require(Token.BOOLEAN, "true or false");
    return reader.nextBoolean();
  }

  public @Nullable Boolean boolOrNull() throws IOException {
    return skippedUnless(Token.BOOLEAN) ? null : (Boolean) reader.nextBoolean();
  }

  public double number() throws IOException {
    require(Token.NUMBER, "a number");
    double value = Doubles.parse(reader.nextString());
    if (Double.isFinite(value)) return value;
    throw failure("Expected a number in the range of a double", justRead());
  }

  public @Nullable Double numberOrNull() throws IOException {
    if (skippedUnless(Token.NUMBER)) return null;
    double value = Doubles.parse(reader.nextString());
    return Double.isFinite(value) ? (Double) value : null;
  }

  public int integer() throws IOException {
    require(Token.NUMBER, "a number");
    return inBounds(integerOrNull(), "a 32-bit whole number");
  }

  public @Nullable Integer integerOrNull() throws IOException {
    BigDecimal value = moneyOrNull();
    try {
      return value == null ? null : (Integer) value.intValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  public BigDecimal money() throws IOException {
    require(Token.NUMBER, "a number");
    String bounds = "at most " + MOST_MONEY_DIGITS + " digits before and after the point";
    return inBounds(moneyOrNull(), bounds);
  }

  /** An amount; null for one with so many digits that a sum with it would need too much memory. */
  public @Nullable BigDecimal moneyOrNull() throws IOException {
    if (skippedUnless(Token.NUMBER)) return null;
    BigDecimal amount = decimal(reader.nextString());
    if (amount == null) return null;
    boolean tooLarge = (long) amount.precision() - amount.scale() > MOST_MONEY_DIGITS;
    boolean tooFine = amount.scale() > MOST_MONEY_DIGITS;
    return tooLarge || tooFine ? null : amount;
  }

  public Instant instant() throws IOException {
    require(Token.STRING, "a string");
    return inBounds(instantOrNull(), "an ISO 8601 instant with offset, of the years 1 to 9999");
  }

  public @Nullable Instant instantOrNull() throws IOException {
    return skippedUnless(Token.STRING) ? null : Instants.parse(reader.nextString());
  }

  /**
   * Any value: whole numbers as BigInteger, other numbers as BigDecimal, and numbers that are too
   * long for both as String.
   */
  public @Nullable Object any() throws IOException {
    return switch (reader.peek()) {
      case NULL -> reader.nextNull();
      case BOOLEAN -> reader.nextBoolean();
      case NUMBER -> anyNumber(reader.nextString());
      case BEGIN_ARRAY -> anyItems();
      case BEGIN_OBJECT -> anyFields();
      default -> string();
    };
  }

  private static Object anyNumber(String digits) {
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    if (whole && digits.length() <= LONGEST_DECIMAL) return new BigInteger(digits);
    BigDecimal decimal = decimal(digits);
    return decimal == null ? digits : decimal;
  }

  private List<@Nullable Object> anyItems() throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) items.add(any());
    reader.endArray();
    return items;
  }

  private Map<String, @Nullable Object> anyFields() throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) fields.put(reader.nextName(), any());
    reader.endObject();
    return fields;
  }

  public <T> List<T> list(ModelJsonAdapter<T> adapter) throws IOException {
    List<T> items = new ArrayList<>();
    beginArray();
    while (reader.hasNext()) items.add(adapter.read(this));
    reader.endArray();
    return items;
  }

  /** The objects of an array; a value that is not one is skipped, and so is each such item. */
  public <T> List<T> listOrEmpty(ModelJsonAdapter<T> adapter) throws IOException {
    if (skippedUnless(Token.BEGIN_ARRAY)) return List.of();
    List<T> items = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      if (!skippedUnlessObject()) items.add(adapter.read(this));
    }
    reader.endArray();
    return items;
  }

  public List<String> strings() throws IOException {
    List<String> items = new ArrayList<>();
    beginArray();
    while (reader.hasNext()) items.add(string());
    reader.endArray();
    return items;
  }

  public Map<String, BigDecimal> amounts() throws IOException {
    Map<String, BigDecimal> amounts = new LinkedHashMap<>();
    beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      BigDecimal amount = moneyOrNull();
      if (amount != null) amounts.put(name, amount);
    }
    reader.endObject();
    return amounts;
  }

  private void beginArray() throws IOException {
    require(Token.BEGIN_ARRAY, "an array");
    reader.beginArray();
  }

  /** The failure for a required member that is missing in the object that has just ended. */
  public JsonDataException missing(String member) {
    return failure("Required value '" + member + "' missing", justRead() + "." + member);
  }

  private static @Nullable BigDecimal decimal(String digits) {
    if (digits.length() > LONGEST_DECIMAL) return null;
    try {
      return new BigDecimal(digits);
    } catch (NumberFormatException e) {
      // An exponent of more than ten digits.
      return null;
    }
  }

  private void require(Token expected, String name) throws IOException {
    if (reader.peek() == expected) return;
    throw failure("Expected " + name + " but was " + reader.peek(), reader.getPath());
  }

  private <T> T inBounds(@Nullable T value, String expected) {
    if (value != null) return value;
    throw failure("Expected " + expected, justRead());
  }

  /** The path has the same form as in Moshi's own failures. */
  private static JsonDataException failure(String fact, String path) {
    return new JsonDataException(fact + " at path " + path);
  }

  /**
   * The path of the value that was just read: inside an array, Moshi's path is already that of the
   * next one.
   */
  private String justRead() {
    String path = reader.getPath();
    Matcher index = LAST_INDEX.matcher(path);
    if (!index.find()) return path;
    return path.substring(0, index.start(1)) + (Integer.parseInt(index.group(1)) - 1) + "]";
  }
}
