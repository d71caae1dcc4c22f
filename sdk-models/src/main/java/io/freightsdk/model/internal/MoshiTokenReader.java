package io.freightsdk.model.internal;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonReader.Token;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads through Moshi: the exact and general way. Moshi itself takes {@code "1"} for 1 and 1 for
 * {@code "1"}; here a wrong type is a {@link JsonDataException}.
 */
final class MoshiTokenReader implements TokenReader {
  /** Longer numbers are an attack: parsing them takes quadratic time. */
  private static final int LONGEST_NUMBER = 1_000;

  private static final int MOST_MONEY_DIGITS = 100;
  private static final Pattern LAST_INDEX = Pattern.compile("\\[([1-9]\\d{0,8})]$");

  private final JsonReader reader;

  /** The text of a number or instant as bytes, for the quick ways to read it. */
  private final byte[] ascii = new byte[40];

  MoshiTokenReader(JsonReader reader) {
    this.reader = reader;
  }

  @Override
  public void beginObject() throws IOException {
    reader.beginObject();
  }

  @Override
  public boolean hasNext() throws IOException {
    return reader.hasNext();
  }

  @Override
  public int name(Names names) throws IOException {
    return reader.selectName(names.options());
  }

  @Override
  public String name() throws IOException {
    return reader.nextName();
  }

  @Override
  public void endObject() throws IOException {
    reader.endObject();
  }

  @Override
  public void beginArray() throws IOException {
    reader.beginArray();
  }

  @Override
  public void endArray() throws IOException {
    reader.endArray();
  }

  @Override
  public String string() throws IOException {
    require(Token.STRING, "a string");
    return reader.nextString();
  }

  @Override
  public boolean bool() throws IOException {
    require(Token.BOOLEAN, "true or false");
    return reader.nextBoolean();
  }

  @Override
  public double number() throws IOException {
    String digits = digits();
    double value = Decimals.plain(ascii, 0, ascii(digits));
    if (Double.isNaN(value)) value = Double.parseDouble(digits);
    if (Double.isFinite(value)) return value;
    throw wrongValue("a number in the range of a double");
  }

  @Override
  public int integer() throws IOException {
    String digits = digits();
    int value = Digits.integer(ascii, 0, ascii(digits));
    if (value != Digits.NOT_PLAIN) return value;
    try {
      return bounded(decimal(digits)).intValueExact();
    } catch (ArithmeticException e) {
      throw wrongValue("a 32-bit whole number");
    }
  }

  @Override
  public BigDecimal money() throws IOException {
    return bounded(decimal(digits()));
  }

  @Override
  public Instant instant() throws IOException {
    String text = string();
    Instant instant = Instants.plain(ascii, 0, ascii(text));
    if (instant != null) return instant;
    try {
      return Instants.general(text);
    } catch (DateTimeException e) {
      // Without its cause, whose message holds the value.
      throw wrongValue("an ISO 8601 instant with offset");
    }
  }

  @Override
  public @Nullable Object any() throws IOException {
    return switch (reader.peek()) {
      case NULL -> reader.nextNull();
      case BOOLEAN -> reader.nextBoolean();
      case STRING -> reader.nextString();
      case NUMBER -> anyNumber();
      case BEGIN_ARRAY -> anyItems();
      case BEGIN_OBJECT -> anyFields();
      default -> throw wrongType("a value");
    };
  }

  @Override
  public void skipMember() throws IOException {
    reader.skipName();
    reader.skipValue();
  }

  @Override
  public boolean skippedNull() throws IOException {
    if (reader.peek() != Token.NULL) return false;
    reader.skipValue();
    return true;
  }

  @Override
  public boolean skippedUnlessString() throws IOException {
    return skippedUnless(Token.STRING);
  }

  @Override
  public boolean skippedUnlessBool() throws IOException {
    return skippedUnless(Token.BOOLEAN);
  }

  private boolean skippedUnless(Token expected) throws IOException {
    if (reader.peek() == expected) return false;
    reader.skipValue();
    return true;
  }

  @Override
  public JsonDataException missing(String member) {
    return new JsonDataException(
        "Required value '" + member + "' missing at path " + justRead() + "." + member);
  }

  private Number anyNumber() throws IOException {
    String digits = digits();
    boolean whole = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    return whole ? new BigInteger(digits) : decimal(digits);
  }

  private String digits() throws IOException {
    require(Token.NUMBER, "a number");
    String digits = reader.nextString();
    if (digits.length() <= LONGEST_NUMBER) return digits;
    throw wrongValue("a number of at most " + LONGEST_NUMBER + " characters");
  }

  private BigDecimal decimal(String digits) {
    try {
      return new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw wrongValue("a number with a smaller exponent");
    }
  }

  private BigDecimal bounded(BigDecimal amount) {
    boolean tooLarge = (long) amount.precision() - amount.scale() > MOST_MONEY_DIGITS;
    boolean tooFine = amount.scale() > MOST_MONEY_DIGITS;
    if (!tooLarge && !tooFine) return amount;
    throw wrongValue("at most " + MOST_MONEY_DIGITS + " digits before and after the point");
  }

  /** Copies a short text of ASCII to the bytes and returns its length; 0 for any other text. */
  private int ascii(String text) {
    int length = text.length();
    if (length > ascii.length) return 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 126) return 0;
      ascii[i] = (byte) c;
    }
    return length;
  }

  private void require(Token expected, String name) throws IOException {
    if (reader.peek() != expected) throw wrongType(name);
  }

  private JsonDataException wrongType(String expected) throws IOException {
    return new JsonDataException(
        "Expected " + expected + " but was " + reader.peek() + " at path " + reader.getPath());
  }

  /** The failure of a value that has been read: of the right type, but out of bounds. */
  private JsonDataException wrongValue(String expected) {
    return new JsonDataException("Expected " + expected + " at path " + justRead());
  }

  /**
   * The path of the value just read: inside an array Moshi has already moved on to the next one.
   */
  private String justRead() {
    String path = reader.getPath();
    Matcher index = LAST_INDEX.matcher(path);
    if (!index.find()) return path;
    return path.substring(0, index.start(1)) + (Integer.parseInt(index.group(1)) - 1) + "]";
  }
}
