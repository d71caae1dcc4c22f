package io.freightsdk.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.Operation;
import io.freightsdk.server.view.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import okio.Buffer;

class JsonTextTest {
  @Property
  void aTextIsReadAsItWas(
      @ForAll
          @StringLength(max = 40)
          @CharRange(from = 0, to = Character.MAX_VALUE)
          @Chars({'"', '\\', '/', '\n', 0x7f, 0x2028, 0x2029, 'a'})
          String text)
      throws IOException {
    byte[] written = JsonText.write(JsonText.object(text, List.of(text, text)));

    // Half a pair of surrogates is no character.
    String legible = new String(text.getBytes(UTF_8), UTF_8);
    JsonReader reader = JsonReader.of(new Buffer().write(written));
    assertThat(reader.readJsonValue()).isEqualTo(Map.of(legible, List.of(legible, legible)));
    assertThat(JsonText.parse(written)).isEqualTo(Map.of(legible, List.of(legible, legible)));
    assertThat(new String(written, UTF_8).chars())
        .allMatch(c -> c >= ' ' && c != 0x2028 && c != 0x2029);
  }

  @Example
  void aPairOfSurrogatesIsOneCharacter() {
    assertThat(JsonText.write("\ud83d\ude9a")).containsExactly('"', 0xf0, 0x9f, 0x9a, 0x9a, '"');
  }

  @Example
  void everyKindOfValueIsWritten() {
    Object tree =
        JsonText.object(
            "none",
            null,
            "flag",
            true,
            "amount",
            new BigDecimal("1.50"),
            "places",
            Arrays.asList(39.5, null, 7),
            "nothing",
            List.of(),
            "empty",
            Map.of(),
            "operation",
            Operation.GET_BALANCE,
            "scope",
            Scope.LOADS_READ);
    assertThat(new String(JsonText.write(tree), UTF_8))
        .isEqualTo(
            "{\"none\":null,\"flag\":true,\"amount\":1.50,\"places\":[39.5,null,7],\"nothing\":[],"
                + "\"empty\":{},\"operation\":\"getBalance\",\"scope\":\""
                + Scope.LOADS_READ
                + "\"}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> JsonText.write(List.of(new Pair(1, 2))))
        .withMessageContaining("a map first");
  }

  private record Pair(int left, int right) {}

  @Example
  void aLongTreeGrows() throws IOException {
    List<String> many = java.util.Collections.nCopies(500, "twelve bytes");
    assertThat(JsonText.parse(JsonText.write(many))).isEqualTo(many);
  }
}
