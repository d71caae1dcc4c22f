package io.freightsdk.internal.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
  @Test
  void memberOrderAndWhiteSpaceDoNotCount() {
    assertThat(CanonicalJson.of("{\"b\": [1.0, 2],\n \"a\":{\"d\":null,\"c\":true}}"))
        .isEqualTo("{\"a\":{\"c\":true,\"d\":null},\"b\":[1,2]}");
  }

  @Test
  void canonicalTextIsItsOwnCanonicalText() {
    String text = "{\"\":\"\",\"a\":[],\"\u20ac\":\"\\u0007\\n\ud83d\ude00\"}";
    assertThat(CanonicalJson.of(text)).isEqualTo(text);
  }

  /** As text is written in UTF-8, half a pair would become a question mark. */
  @Test
  void refusesHalfASurrogatePairThatIsNotEscaped() {
    for (String text :
        new String[] {
          "\"\ud83d\"",
          "\"\ud800\"",
          "\"\udfff\"",
          "\"\ude00\"",
          "{\"\ud83d\":1}",
          "\"\ude00\ud83d\""
        }) {
      assertThatThrownBy(() -> CanonicalJson.of(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half a surrogate pair");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"zip\":\"1\",\"zip\":\"2\"} | member named twice at $.zip",
        "{\"stops\":[{\"lat\":1e999}]} | (at $.stops[0].lat)",
        "{\"a\":1 | middle of a value",
        "{} {} | not JSON",
        "{'a':1} | not JSON",
        "\"\\ud800\" | half a surrogate pair at $",
      })
  void refusesWhatHasNoSingleMeaning(String json, String reason) {
    assertThatThrownBy(() -> CanonicalJson.of(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("999");
  }
}
