package io.freightsdk.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick ways to read a number agree with the JDK, or leave it to the JDK. */
class QuickNumbersTest {
  @Property(tries = 10_000)
  void aDoubleIsTheNearestOrLeftAlone(@ForAll("numbers") String number) {
    double quick = plain(number);
    if (!Double.isNaN(quick)) {
      assertThat(Double.doubleToRawLongBits(quick))
          .as(number)
          .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(number)));
    }
  }

  @Property
  void everyCoordinateAndSpeedIsReadQuickly(
      @ForAll("coordinates") BigDecimal coordinate, @ForAll("coordinates") BigDecimal speed) {
    assertThat(plain(coordinate.toPlainString())).isEqualTo(coordinate.doubleValue());
    BigDecimal rounded = speed.movePointLeft(5).setScale(1, RoundingMode.HALF_UP);
    assertThat(plain(rounded.toPlainString())).isEqualTo(rounded.doubleValue());
  }

  @Property(tries = 5_000)
  void anIntegerIsExactOrLeftAlone(@ForAll("numbers") String number) {
    byte[] ascii = ascii(number);
    int quick = Digits.integer(ascii, 0, ascii.length);
    if (quick != Digits.NOT_PLAIN) {
      assertThat(new BigDecimal(number)).isEqualByComparingTo(BigDecimal.valueOf(quick));
    }
  }

  @Property(tries = 10_000)
  void anAmountHasTheDigitsAndTheScaleOfItsTextOrIsLeftAlone(@ForAll("amounts") String amount) {
    byte[] ascii = ascii(amount);
    assertThat(Digits.decimal(ascii, 0, ascii.length))
        .as(amount)
        .isIn(new BigDecimal(amount), amount.length() > 18 ? null : new BigDecimal(amount));
  }

  @Test
  void anAmountOfUsualSizeIsReadQuickly() {
    for (String amount :
        new String[] {"0", "-0", "0.00", "-0.65", "2450.00", "12345678901234567"}) {
      byte[] ascii = ascii(amount);
      assertThat(Digits.decimal(ascii, 0, ascii.length)).isEqualTo(new BigDecimal(amount));
    }
  }

  @Provide
  Arbitrary<String> amounts() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("-1E24"), new BigDecimal("1E24"))
        .ofScale(6)
        .map(BigDecimal::toPlainString)
        .flatMap(text -> Arbitraries.integers().between(1, text.length()).map(text::substring))
        .map(text -> text.replaceFirst("^0+(?=[0-9])", ""))
        .filter(text -> text.matches("-?[0-9]+(\\.[0-9]+)?"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "-.5",
        "5.",
        "01",
        "-01",
        "00",
        "1.2.3",
        "+1",
        "1e3",
        "1E-3",
        "0x1",
        "NaN",
        "Infinity",
        "1f",
        "1_0",
        " 1",
        "1 ",
        "--1",
        "1-1",
        "12345678901234567890",
        "1e400"
      })
  void whatIsNoPlainNumberIsLeftAlone(String text) {
    assertThat(plain(text)).isNaN();
  }

  @Property(tries = 10_000)
  void aDoubleWrittenIsReadAsTheSame(@ForAll("doubles") double value) {
    byte[] text = new byte[60];
    int end = Decimals.write(value, text, 5);
    String written = new String(text, 5, end - 5, StandardCharsets.ISO_8859_1);
    if (end > 5) {
      assertThat(Double.doubleToRawLongBits(Double.parseDouble(written)))
          .as(written)
          .isEqualTo(Double.doubleToRawLongBits(value));
      assertThat(new BigDecimal(written).stripTrailingZeros())
          .isEqualTo(new BigDecimal(Double.toString(value)).stripTrailingZeros());
    }
  }

  @Property
  void everyCoordinateIsWrittenQuickly(@ForAll("coordinates") BigDecimal coordinate) {
    double value = coordinate.setScale(6, RoundingMode.HALF_UP).doubleValue();
    assertThat(Decimals.write(value, new byte[40], 0) > 0)
        .isEqualTo(value == 0 || Math.abs(value) >= 1e-3);
  }

  @Property
  void aWholeNumberIsWrittenAsItIs(@ForAll int value) {
    byte[] text = new byte[40];
    assertThat(new String(text, 0, Decimals.write(value, text, 0), StandardCharsets.ISO_8859_1))
        .isEqualTo(Integer.toString(value));
  }

  @Provide
  Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.doubles(),
        Arbitraries.doubles().between(-200, 200),
        Arbitraries.of(-0.0, 0.0, 1e-3, 9.99999e-4, 1e7, 9999999.999999, Double.MIN_VALUE, 1e15),
        coordinates().map(decimal -> decimal.setScale(6, RoundingMode.HALF_UP).doubleValue()));
  }

  @Test
  void zeroKeepsItsSign() {
    assertThat(Double.doubleToRawLongBits(plain("-0.0")))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
    assertThat(Double.doubleToRawLongBits(plain("0.000"))).isZero();
    assertThat(Decimals.write(-0.0, new byte[40], 0)).isZero();
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMaxLength(18);
    Arbitrary<String> composed =
        Combinators.combine(
                Arbitraries.of("", "", "-", "+"),
                digits,
                Arbitraries.of("", ".", "."),
                digits,
                Arbitraries.of("", "", "", "e5", "E-7", "e+300", "e-320"))
            .as(
                (sign, whole, point, fraction, exponent) ->
                    sign + whole + point + fraction + exponent)
            .filter(QuickNumbersTest::isNumberToTheJdk);
    return Arbitraries.oneOf(
        composed,
        Arbitraries.doubles().map(String::valueOf),
        Arbitraries.longs().map(String::valueOf),
        Arbitraries.bigDecimals().ofScale(20).map(BigDecimal::toPlainString));
  }

  @Provide
  Arbitrary<BigDecimal> coordinates() {
    return Arbitraries.bigDecimals()
        .between(new BigDecimal("-180"), new BigDecimal("180"))
        .ofScale(9);
  }

  private static boolean isNumberToTheJdk(String text) {
    try {
      new BigDecimal(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static double plain(String number) {
    byte[] ascii = ascii("x" + number + "x");
    return Decimals.plain(ascii, 1, ascii.length - 1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
