package io.freightsdk.model.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers are read as the JDK reads them, to the last bit. */
class DoublesTest {
  @Property(tries = 6_250)
  void aNumberIsThatOfTheJdk(@ForAll("numbers") String number) {
    assertSame(number);
  }

  @Property(tries = 625)
  void aDoubleIsReadAsItIsWritten(@ForAll double value) {
    assertThat(Doubles.parse(Double.toString(value))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "0.1",
        "37.7936",
        "-122.3958",
        "999999999999999",
        "-0.000000000000001",
        "9007199254740993",
        "0.3000000000000000000004",
        "1e5",
        "1.5E-7",
        "-1e400",
        "4.9e-324"
      })
  void numbersAtTheEdgeAreThoseOfTheJdk(String number) {
    assertSame(number);
  }

  private static void assertSame(String number) {
    assertThat(Double.doubleToRawLongBits(Doubles.parse(number)))
        .as(number)
        .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(number)));
  }

  @Provide
  Arbitrary<String> numbers() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(18);
    Arbitrary<String> sign = Arbitraries.of("", "-");
    Arbitrary<String> fraction =
        Arbitraries.oneOf(Arbitraries.just(""), digits.map(decimals -> "." + decimals));
    Arbitrary<String> exponent = Arbitraries.of("", "", "", "e3", "E-12", "e+20");
    return Combinators.combine(sign, digits, fraction, exponent)
        .as((minus, whole, decimals, power) -> minus + whole + decimals + power);
  }
}
