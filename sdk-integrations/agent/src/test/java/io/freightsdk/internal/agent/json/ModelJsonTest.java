package io.freightsdk.internal.agent.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelJsonTest {
  @Test
  void readsEveryKindOfValueExactly() throws Exception {
    Map<String, Object> read =
        ModelJson.object("{\"a\":[1.10,true,null,\"x\"],\"b\":{\"c\":12345678901234567890}}");

    assertThat(read).containsEntry("a", Arrays.asList(new BigDecimal("1.10"), true, null, "x"));
    assertThat(read).containsEntry("b", Map.of("c", new BigDecimal("12345678901234567890")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\n", "{}", " { } "})
  void noArgumentsAreAnEmptyObject(String json) throws Exception {
    assertThat(ModelJson.object(json)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|expected one JSON object",
        "\"x\"|expected one JSON object",
        "null|expected one JSON object",
        "{} {}|followed by more text",
        "{\"a\":1|not valid JSON",
        "{'a':1}|not valid JSON",
        "{\"a\":01}|not valid JSON",
        "{\"a\":1,}|not valid JSON",
        "{\"a\":NaN}|not valid JSON",
        "nonsense|not valid JSON",
        "{\"zip\":1,\"zip\":1}|property \"zip\" is given twice",
        "{\"a\":1e99999999999}|too many digits",
      })
  void refusesWhatIsNotOneObject(String json, String problem) {
    assertThatThrownBy(() -> ModelJson.object(json))
        .isInstanceOf(MalformedJsonException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void refusesDepthBeforeItCostsStack() {
    String deep = "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}";

    assertThatThrownBy(() -> ModelJson.object(deep)).hasMessageContaining("deeper than the limit");
  }

  @Test
  void refusesMoreThan16KilobytesWhateverTheAlphabet() throws Exception {
    String ascii = "{\"a\":\"" + "x".repeat(ModelJson.MAX_BYTES - 8) + "\"}";
    String wide = "{\"a\":\"" + "\u00e9".repeat(ModelJson.MAX_BYTES - 8) + "\"}";

    assertThat(ModelJson.object(ascii)).hasSize(1);
    assertThatThrownBy(() -> ModelJson.object(ascii + " ")).hasMessageContaining("16384 bytes");
    assertThatThrownBy(() -> ModelJson.object(wide)).hasMessageContaining("16384 bytes");
  }

  @Test
  void neverRepeatsWhatMayBeAPhoneNumber() {
    assertThatThrownBy(() -> ModelJson.object("{\"+13125550142\":1,\"+13125550142\":2}"))
        .hasMessageNotContaining("312");
    assertThatThrownBy(() -> ModelJson.object("{\"driverPhone\":+13125550142}"))
        .hasMessageNotContaining("312");
  }

  @Property
  void anyTextIsReadOrRefusedInWords(@ForAll("texts") String text) {
    try {
      assertThat(ModelJson.object(text)).isNotNull();
    } catch (MalformedJsonException e) {
      assertThat(e.problem()).startsWith("arguments: ");
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of("{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "-", "e9", "null", "tr");
    Arbitrary<String> json = pieces.list().ofMaxSize(12).map(list -> String.join("", list));
    return Arbitraries.oneOf(List.of(json, Arbitraries.strings().ofMaxLength(30)));
  }
}
