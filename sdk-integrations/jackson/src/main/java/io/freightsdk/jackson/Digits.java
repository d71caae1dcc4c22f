package io.freightsdk.jackson;

import java.io.Serial;
import java.math.BigDecimal;

/**
 * A number as it is written in the text. The reader decides which type it becomes, so no digit is
 * lost.
 */
final class Digits extends Number {
  @Serial private static final long serialVersionUID = 1;

  private final String text;

  Digits(String text) {
    this.text = text;
  }

  @Override
  public int intValue() {
    return new BigDecimal(text).intValue();
  }

  @Override
  public long longValue() {
    return new BigDecimal(text).longValue();
  }

  @Override
  public float floatValue() {
    return Float.parseFloat(text);
  }

  @Override
  public double doubleValue() {
    return Double.parseDouble(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
