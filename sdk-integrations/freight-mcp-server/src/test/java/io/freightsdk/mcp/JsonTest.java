package io.freightsdk.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  /** Deeper than any message is, and far from the depth at which a thread has no stack left. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {"[,]", "{\"a\":,}"})
  void aValueIsNestedAtMost64Times(String begin, String end) throws Exception {
    String most = begin.repeat(64) + "1" + end.repeat(64);

    assertThat(Json.read(most)).isNotNull();
    assertThatThrownBy(() -> Json.read(begin + most + end))
        .isInstanceOf(Json.Malformed.class)
        .hasMessageContaining("nested deeper than");
  }
}
