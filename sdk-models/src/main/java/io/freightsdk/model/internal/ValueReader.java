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
 * Reads one value from Moshi's reader. Unlike Moshi, it converts no strings to numbers, and numbers
 * to strings only where a method is named {@code text}.
 *
 * <p>A value of the wrong type or out of bounds throws {@link JsonDataException}. Its message has
 * the path and never the value. The methods named {@code OrNull}, {@code OrEmpty} and {@code
 * Unless} skip such a value, and add it to the {@link UnreadableMembers} unless it is null.
 */
public final class ValueReader {
  /** Longer numbers are rejected, because parsing a decimal takes quadratic time. */
  private static final int MAX_DECIMAL_LENGTH = 1_000;

  private static final int MAX_MONEY_DIGITS = 100;
  private static final Pattern LAST_INDEX = Pattern.compile("\\[([1-9]\\d{0,8})]$");

  private ValueReader() {}

  public static void beginObject(JsonReader in) throws IOException {
    requireToken(in, Token.BEGIN_OBJECT, "an object");
    in.beginObject();
  }

  /** Skips a name that {@link JsonReader#selectName} did not find, and its value. */
  public static void skipMember(JsonReader in) throws IOException {
    in.skipName();
    in.skipValue();
  }

  /** Skips an explicit null; true if there was one. */
  public static boolean skipNull(JsonReader in) throws IOException {
    if (in.peek() != Token.NULL) return false;
    in.skipValue();
    return true;
  }

  /** Skips a value that is not an object; true if there was one. */
  public static boolean skipUnlessObject(JsonReader in) throws IOException {
    return skipUnless(in, Token.BEGIN_OBJECT);
  }

  /** Skips a value that is not a string; true if there was one. */
  public static boolean skipUnlessString(JsonReader in) throws IOException {
    return skipUnless(in, Token.STRING);
  }

  private static boolean skipUnless(JsonReader in, Token expected) throws IOException {
    Token token = in.peek();
    if (token == expected) return false;
    if (token != Token.NULL) UnreadableMembers.add(in, in.getPath());
    in.skipValue();
    return true;
  }

  public static String string(JsonReader in) throws IOException {
    requireToken(in, Token.STRING, "a string");
    return in.nextString();
  }

  /** A string of a response, or the digits of a number: an id may be either. */
  public static String text(JsonReader in) throws IOException {
    return in.peek() == Token.NUMBER ? in.nextString() : string(in);
  }

  public static @Nullable String textOrNull(JsonReader in) throws IOException {
    if (in.peek() != Token.NUMBER && skipUnless(in, Token.STRING)) return null;
    return in.nextString();
  }

  public static boolean bool(JsonReader in) throws IOException {
    requireToken(in, Token.BOOLEAN, "true or false");
    return in.nextBoolean();
  }

  public static @Nullable Boolean boolOrNull(JsonReader in) throws IOException {
    return skipUnless(in, Token.BOOLEAN) ? null : (Boolean) in.nextBoolean();
  }

  public static double number(JsonReader in) throws IOException {
    requireToken(in, Token.NUMBER, "a number");
    return requireInBounds(in, numberOrNull(in), "a number in the range of a double");
  }

  public static @Nullable Double numberOrNull(JsonReader in) throws IOException {
    if (skipUnless(in, Token.NUMBER)) return null;
    double value = Double.parseDouble(in.nextString());
    return orUnreadable(in, Double.isFinite(value) ? (Double) value : null);
  }

  public static int integer(JsonReader in) throws IOException {
    requireToken(in, Token.NUMBER, "a number");
    return requireInBounds(in, integerOrNull(in), "a 32-bit whole number");
  }

  public static @Nullable Integer integerOrNull(JsonReader in) throws IOException {
    BigDecimal value = moneyOrNull(in);
    try {
      return value == null ? null : (Integer) value.intValueExact();
    } catch (ArithmeticException e) {
      return orUnreadable(in, null);
    }
  }

  public static BigDecimal money(JsonReader in) throws IOException {
    requireToken(in, Token.NUMBER, "a number");
    String bounds = "at most " + MAX_MONEY_DIGITS + " digits before and after the point";
    return requireInBounds(in, moneyOrNull(in), bounds);
  }

  /** An amount. Null if it has so many digits that adding it would need too much memory. */
  public static @Nullable BigDecimal moneyOrNull(JsonReader in) throws IOException {
    if (skipUnless(in, Token.NUMBER)) return null;
    return orUnreadable(in, amount(in.nextString()));
  }

  private static @Nullable BigDecimal amount(String digits) {
    BigDecimal amount = decimal(digits);
    if (amount == null) return null;
    boolean tooLarge = (long) amount.precision() - amount.scale() > MAX_MONEY_DIGITS;
    boolean tooFine = amount.scale() > MAX_MONEY_DIGITS;
    return tooLarge || tooFine ? null : amount;
  }

  public static Instant instant(JsonReader in) throws IOException {
    requireToken(in, Token.STRING, "a string");
    return requireInBounds(
        in, instantOrNull(in), "an ISO 8601 instant with offset, of the years 1 to 9999");
  }

  public static @Nullable Instant instantOrNull(JsonReader in) throws IOException {
    return skipUnless(in, Token.STRING) ? null : orUnreadable(in, Instants.parse(in.nextString()));
  }

  /** Adds the member that was just read to the unreadable members if its value is null. */
  private static <T> @Nullable T orUnreadable(JsonReader in, @Nullable T value) {
    if (value == null) UnreadableMembers.add(in, in.getPath());
    return value;
  }

  /**
   * Adds a field of an open object to the unreadable members if its view is null and it is not.
   *
   * @param in after the object
   */
  public static void checkView(
      JsonReader in, Map<String, @Nullable Object> fields, String name, @Nullable Object view) {
    boolean isUnreadable = view == null && fields.get(name) != null;
    if (isUnreadable) UnreadableMembers.add(in, in.getPath() + "." + name);
  }

  public static <T> List<T> list(JsonReader in, ModelJsonAdapter<T> adapter) throws IOException {
    List<T> items = new ArrayList<>();
    requireToken(in, Token.BEGIN_ARRAY, "an array");
    in.beginArray();
    while (in.hasNext()) items.add(adapter.read(in));
    in.endArray();
    return items;
  }

  /** The objects of an array. A value that is not an array is skipped, and so are other items. */
  public static <T> List<T> listOrEmpty(JsonReader in, ModelJsonAdapter<T> adapter)
      throws IOException {
    if (skipUnless(in, Token.BEGIN_ARRAY)) return List.of();
    List<T> items = new ArrayList<>();
    in.beginArray();
    while (in.hasNext()) {
      if (!skipUnlessObject(in)) items.add(adapter.read(in));
    }
    in.endArray();
    return items;
  }

  /** Amounts by their names. Other values are skipped; their names are not described. */
  public static Map<String, BigDecimal> amounts(JsonReader in) throws IOException {
    Map<String, BigDecimal> amounts = new LinkedHashMap<>();
    boolean isReadable = true;
    beginObject(in);
    while (in.hasNext()) {
      String name = in.nextName();
      if (skipNull(in)) continue;
      boolean isNumber = in.peek() == Token.NUMBER;
      BigDecimal amount = isNumber ? amount(in.nextString()) : null;
      if (!isNumber) in.skipValue();
      if (amount != null) amounts.put(name, amount);
      isReadable &= amount != null;
    }
    in.endObject();
    if (!isReadable) UnreadableMembers.add(in, in.getPath());
    return amounts;
  }

  /**
   * Any value. Whole numbers are BigInteger, other numbers BigDecimal, and numbers that are too
   * long for both are String.
   */
  public static @Nullable Object any(JsonReader in) throws IOException {
    return switch (in.peek()) {
      case NULL -> in.nextNull();
      case BOOLEAN -> in.nextBoolean();
      case NUMBER -> anyNumber(in.nextString());
      case BEGIN_ARRAY -> anyItems(in);
      case BEGIN_OBJECT -> anyFields(in);
      default -> string(in);
    };
  }

  private static Object anyNumber(String digits) {
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    if (whole && digits.length() <= MAX_DECIMAL_LENGTH) return new BigInteger(digits);
    BigDecimal decimal = decimal(digits);
    return decimal == null ? digits : decimal;
  }

  private static List<@Nullable Object> anyItems(JsonReader in) throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    in.beginArray();
    while (in.hasNext()) items.add(any(in));
    in.endArray();
    return items;
  }

  private static Map<String, @Nullable Object> anyFields(JsonReader in) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) fields.put(in.nextName(), any(in));
    in.endObject();
    return fields;
  }

  private static @Nullable BigDecimal decimal(String digits) {
    if (digits.length() > MAX_DECIMAL_LENGTH) return null;
    try {
      return new BigDecimal(digits);
    } catch (NumberFormatException e) {
      // An exponent of more than ten digits.
      return null;
    }
  }

  /** The exception for a missing required member of the object that has just ended. */
  public static JsonDataException missing(JsonReader in, String member) {
    return failure("Required value '" + member + "' missing", lastPath(in) + "." + member);
  }

  private static void requireToken(JsonReader in, Token expected, String name) throws IOException {
    if (in.peek() == expected) return;
    throw failure("Expected " + name + " but was " + in.peek(), in.getPath());
  }

  private static <T> T requireInBounds(JsonReader in, @Nullable T value, String expected) {
    if (value != null) return value;
    throw failure("Expected " + expected, lastPath(in));
  }

  /** The path has the form of Moshi's own exceptions. */
  private static JsonDataException failure(String fact, String path) {
    return new JsonDataException(fact + " at path " + path);
  }

  /**
   * The path of the last value. Inside an array, Moshi's own path is already the path of the next
   * value.
   */
  private static String lastPath(JsonReader in) {
    String path = in.getPath();
    Matcher index = LAST_INDEX.matcher(path);
    if (!index.find()) return path;
    return path.substring(0, index.start(1)) + (Integer.parseInt(index.group(1)) - 1) + "]";
  }
}
