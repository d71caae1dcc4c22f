package io.freightsdk.model.internal;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonReader.Token;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON value of an expected type. Moshi itself takes {@code "1"} for 1 and 1 for {@code
 * "1"}; here a wrong type is a {@link JsonDataException} with its path. Messages never hold the
 * value.
 */
final class Read {
  /** Longer numbers are an attack: parsing them takes quadratic time. */
  private static final int LONGEST_NUMBER = 1_000;

  /** Amounts beyond this many digits on either side of the point would blow up the first sum. */
  private static final int MOST_MONEY_DIGITS = 100;

  private static final Pattern LAST_INDEX = Pattern.compile("\\[([1-9]\\d{0,8})]$");

  private Read() {}

  static String string(JsonReader reader) throws IOException {
    require(reader, Token.STRING, "a string");
    return reader.nextString();
  }

  static boolean bool(JsonReader reader) throws IOException {
    require(reader, Token.BOOLEAN, "true or false");
    return reader.nextBoolean();
  }

  static double number(JsonReader reader) throws IOException {
    double value = Double.parseDouble(digits(reader));
    if (Double.isFinite(value)) return value;
    throw wrongValue(reader, "a number in the range of a double");
  }

  static int integer(JsonReader reader) throws IOException {
    try {
      return bounded(reader, decimal(reader, digits(reader))).intValueExact();
    } catch (ArithmeticException e) {
      throw wrongValue(reader, "a 32-bit whole number");
    }
  }

  static BigDecimal money(JsonReader reader) throws IOException {
    return bounded(reader, decimal(reader, digits(reader)));
  }

  static Instant instant(JsonReader reader) throws IOException {
    try {
      return Instants.parse(string(reader));
    } catch (DateTimeException e) {
      // Without its cause, whose message holds the value.
      throw wrongValue(reader, "an ISO 8601 instant with offset");
    }
  }

  static <T> List<T> list(JsonReader reader, JsonAdapter<T> adapter) throws IOException {
    List<T> items = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) {
      T item = adapter.fromJson(reader);
      if (item != null) items.add(item);
    }
    reader.endArray();
    return items;
  }

  static List<String> strings(JsonReader reader) throws IOException {
    List<String> items = new ArrayList<>();
    reader.beginArray();
    while (reader.hasNext()) items.add(string(reader));
    reader.endArray();
    return items;
  }

  static Map<String, BigDecimal> amounts(JsonReader reader) throws IOException {
    Map<String, BigDecimal> amounts = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) amounts.put(reader.nextName(), money(reader));
    reader.endObject();
    return amounts;
  }

  /** Any value, exactly: whole numbers as BigInteger, others as BigDecimal. */
  static @Nullable Object any(JsonReader reader) throws IOException {
    return switch (reader.peek()) {
      case NULL -> reader.nextNull();
      case BOOLEAN -> reader.nextBoolean();
      case STRING -> reader.nextString();
      case NUMBER -> anyNumber(reader);
      case BEGIN_ARRAY -> {
        List<@Nullable Object> items = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) items.add(any(reader));
        reader.endArray();
        yield items;
      }
      case BEGIN_OBJECT -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        reader.beginObject();
        while (reader.hasNext()) fields.put(reader.nextName(), any(reader));
        reader.endObject();
        yield fields;
      }
      default -> throw wrong(reader, "a value");
    };
  }

  /** Consumes an explicit null and says so. */
  static boolean skippedNull(JsonReader reader) throws IOException {
    if (reader.peek() != Token.NULL) return false;
    reader.skipValue();
    return true;
  }

  /** Consumes a value of any other type and says so. */
  static boolean skippedUnless(JsonReader reader, Token expected) throws IOException {
    if (reader.peek() == expected) return false;
    reader.skipValue();
    return true;
  }

  static void skipMember(JsonReader reader) throws IOException {
    reader.skipName();
    reader.skipValue();
  }

  /** The failure for a required member that an object, just ended, did not have. */
  static JsonDataException missing(JsonReader reader, String member) {
    return new JsonDataException(
        "Required value '" + member + "' missing at path " + justRead(reader) + "." + member);
  }

  private static Number anyNumber(JsonReader reader) throws IOException {
    String digits = digits(reader);
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    return whole ? new BigInteger(digits) : decimal(reader, digits);
  }

  private static String digits(JsonReader reader) throws IOException {
    require(reader, Token.NUMBER, "a number");
    String digits = reader.nextString();
    if (digits.length() <= LONGEST_NUMBER) return digits;
    throw wrongValue(reader, "a number of at most " + LONGEST_NUMBER + " characters");
  }

  private static BigDecimal decimal(JsonReader reader, String digits) {
    try {
      return new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw wrongValue(reader, "a number with a smaller exponent");
    }
  }

  private static BigDecimal bounded(JsonReader reader, BigDecimal amount) {
    boolean tooLarge = (long) amount.precision() - amount.scale() > MOST_MONEY_DIGITS;
    boolean tooFine = amount.scale() > MOST_MONEY_DIGITS;
    if (!tooLarge && !tooFine) return amount;
    throw wrongValue(reader, "at most " + MOST_MONEY_DIGITS + " digits before and after the point");
  }

  /** The failure of a value that has been read: of the right type, but out of bounds. */
  private static JsonDataException wrongValue(JsonReader reader, String expected) {
    return new JsonDataException("Expected " + expected + " at path " + justRead(reader));
  }

  /**
   * The path of the value just read: inside an array Moshi has already moved on to the next one.
   */
  private static String justRead(JsonReader reader) {
    String path = reader.getPath();
    Matcher index = LAST_INDEX.matcher(path);
    if (!index.find()) return path;
    return path.substring(0, index.start(1)) + (Integer.parseInt(index.group(1)) - 1) + "]";
  }

  private static void require(JsonReader reader, Token expected, String name) throws IOException {
    if (reader.peek() != expected) throw wrong(reader, name);
  }

  private static JsonDataException wrong(JsonReader reader, String expected) throws IOException {
    return new JsonDataException(
        "Expected " + expected + " but was " + reader.peek() + " at path " + reader.getPath());
  }
}
