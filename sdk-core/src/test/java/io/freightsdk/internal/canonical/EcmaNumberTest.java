package io.freightsdk.internal.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class EcmaNumberTest {
  /**
   * Lines of "bits text", written by a JavaScript engine: RFC 8785's own samples and 1,100 more.
   */
  @Test
  void writesEveryDoubleAsJavaScriptDoes() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    for (String line : resource("/io/freightsdk/ecmascript-numbers.txt").split("\n")) {
      String[] parts = line.split(" ");
      double value = Double.longBitsToDouble(Long.parseUnsignedLong(parts[0], 16));
      softly.assertThat(EcmaNumber.write(value)).as(parts[0]).isEqualTo(parts[1]);
    }
    softly.assertAll();
  }

  @Property
  void whatIsWrittenReadsBackAsTheSameDouble(@ForAll double value) {
    assertThat(Double.parseDouble(EcmaNumber.write(value)) + 0.0).isEqualTo(value + 0.0);
  }

  @Test
  void refusesANumberThatADoubleWouldRound() {
    assertThatThrownBy(() -> EcmaNumber.canonical("1850.00000000000000001"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another language would read 1850");
    assertThatThrownBy(() -> EcmaNumber.canonical("1e400")).hasMessageContaining("range");
  }

  /** Reading as many digits takes time that grows with their square. */
  @Test
  void refusesANumberOfAMillionDigitsUnread() {
    assertThatThrownBy(() -> EcmaNumber.canonical("0." + "1".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a number of 1000002 characters");
    String smallest = new BigDecimal(Double.MIN_VALUE).toPlainString();
    assertThatThrownBy(() -> EcmaNumber.canonical(smallest)).hasMessageContaining("5e-324");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = EcmaNumberTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
