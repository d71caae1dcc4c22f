package io.freightsdk.model.internal;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON from its bytes. It gives up with {@link NotPlainException} on anything unusual
 * and on every failure, so that all it accepts means the same to {@link MoshiTokenReader}.
 */
final class PlainTokenReader implements TokenReader {
  private static final int DEEPEST = 50;

  private final PlainBytes bytes;
  private int depth;

  /** Whether an object or array has just begun, so that no comma comes before the next value. */
  private boolean fresh;

  /** Whether {@link #name(Names)} has read a name that it did not find. */
  private boolean nameIsPending;

  private @Nullable Names lastNames;
  private int lastName;

  PlainTokenReader(PlainBytes bytes) {
    this.bytes = bytes;
  }

  @Override
  public void beginObject() {
    begin('{');
  }

  @Override
  public void endObject() {
    end('}');
  }

  @Override
  public void beginArray() {
    begin('[');
  }

  @Override
  public void endArray() {
    end(']');
  }

  private void begin(char bracket) {
    bytes.expect(bracket);
    if (++depth > DEEPEST) throw NotPlainException.INSTANCE;
    fresh = true;
  }

  private void end(char bracket) {
    bytes.expect(bracket);
    depth--;
    fresh = false;
  }

  @Override
  public boolean hasNext() {
    if (!fresh && bytes.consumeCommaBeforeQuote()) return true;
    if (isClosing(bytes.peek())) return false;
    if (!fresh) {
      bytes.expect(',');
      if (isClosing(bytes.peek())) throw NotPlainException.INSTANCE;
    }
    fresh = false;
    return true;
  }

  private static boolean isClosing(byte next) {
    return next == '}' || next == ']';
  }

  @Override
  public int name(Names names) {
    int name = names.consume(bytes, names == lastNames ? lastName + 1 : 0);
    if (name < 0) {
      bytes.string();
      name = names.find(bytes.text, bytes.from, bytes.to);
      bytes.expect(':');
    }
    nameIsPending = name < 0;
    lastNames = names;
    lastName = name;
    return name;
  }

  @Override
  public String name() {
    if (!nameIsPending) {
      bytes.string();
      bytes.expect(':');
    }
    nameIsPending = false;
    return bytes.textAsString();
  }

  @Override
  public void skipMember() {
    nameIsPending = false;
    any();
  }

  @Override
  public String string() {
    bytes.string();
    return bytes.textAsString();
  }

  @Override
  public boolean bool() {
    boolean value = bytes.peek() == 't';
    bytes.literal(value ? "true" : "false");
    return value;
  }

  @Override
  public double number() {
    bytes.number();
    double value = Decimals.plain(bytes.text, bytes.from, bytes.to);
    if (!Double.isNaN(value)) return value;
    Digits.requireNumber(bytes.text, bytes.from, bytes.to);
    value = Double.parseDouble(bytes.textAsString());
    if (Double.isInfinite(value)) throw NotPlainException.INSTANCE;
    return value;
  }

  @Override
  public int integer() {
    bytes.number();
    int value = Digits.integer(bytes.text, bytes.from, bytes.to);
    if (value == Digits.NOT_PLAIN) throw NotPlainException.INSTANCE;
    return value;
  }

  @Override
  public BigDecimal money() {
    bytes.number();
    Digits.requireDecimal(bytes.text, bytes.from, bytes.to);
    BigDecimal amount = Digits.decimal(bytes.text, bytes.from, bytes.to);
    return amount != null ? amount : new BigDecimal(bytes.textAsString());
  }

  @Override
  public Instant instant() {
    bytes.string();
    Instant instant = Instants.plain(bytes.text, bytes.from, bytes.to);
    if (instant == null) throw NotPlainException.INSTANCE;
    return instant;
  }

  @Override
  public @Nullable Object any() {
    try {
      return switch (bytes.peek()) {
        case '"' -> string();
        case '{' -> anyFields();
        case '[' -> anyItems();
        case 't', 'f' -> bool();
        case 'n' -> {
          bytes.literal("null");
          yield null;
        }
        default -> anyNumber();
      };
    } catch (IOException e) {
      throw new AssertionError("the bytes are in memory", e);
    }
  }

  private Number anyNumber() {
    bytes.number();
    boolean whole = Digits.requireDecimal(bytes.text, bytes.from, bytes.to);
    String digits = bytes.textAsString();
    return whole ? new BigInteger(digits) : new BigDecimal(digits);
  }

  @Override
  public boolean skippedNull() {
    if (bytes.peek() != 'n') return false;
    bytes.literal("null");
    return true;
  }

  @Override
  public boolean skippedUnlessString() {
    if (bytes.peek() == '"') return false;
    any();
    return true;
  }

  @Override
  public boolean skippedUnlessBool() {
    byte next = bytes.peek();
    if (next == 't' || next == 'f') return false;
    any();
    return true;
  }

  @Override
  public RuntimeException missing(String member) {
    return NotPlainException.INSTANCE;
  }

  /** Requires that the JSON ends here. */
  void endDocument() {
    if (!bytes.isAtEnd()) throw NotPlainException.INSTANCE;
  }
}
