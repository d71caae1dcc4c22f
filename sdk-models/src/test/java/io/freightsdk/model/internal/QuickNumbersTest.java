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

  @Test
  void zeroKeepsItsSign() {
    assertThat(Double.doubleToRawLongBits(plain("-0.0")))
        .isEqualTo(Double.doubleToRawLongBits(-0.0));
    assertThat(Double.doubleToRawLongBits(plain("0.000"))).isZero();
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
