package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Types;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Adapters write bytes themselves; the JSON is that of Moshi, which writes it when indented. */
class PlainWritingTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Property(tries = 500)
  void anyRecordIsWrittenTheSame(@ForAll("records") Record value) throws IOException {
    String plain = write(value);
    JsonNode tree = JSON.readTree(plain);
    assertThat(tree.equals(PlainWritingTest::compareLeaves, JSON.readTree(viaMoshi(value))))
        .as(plain)
        .isTrue();
    assertThat(FreightJson.adapter(value.getClass()).fromJson(plain)).isEqualTo(value);
  }

  @Provide
  Arbitrary<Record> records() {
    return AnyRecord.any();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "\"\\/\b\f\n\r\t",
        "\u0000\u001f\u007f",
        "née\n",
        "\u2028x\u2029",
        "🚚\"🚚",
        "\ud83d",
        "x\ude9a"
      })
  void textIsWrittenByteForByteAsMoshiDoes(String text) {
    PlainError error = new PlainError(text);
    String quoted = FreightJson.moshi().adapter(String.class).toJson(text);
    assertThat(write(error)).isEqualTo("{\"error\":" + quoted + "}");
  }

  @Test
  void bodiesLongerThanAnyBufferAreWrittenWhole() throws IOException {
    String longText = "0123456789é".repeat(3_000);
    MissingFieldsError error =
        new MissingFieldsError("e".repeat(10_000), List.of(longText, "a", longText));
    assertThat(FreightJson.adapter(MissingFieldsError.class).fromJson(write(error)))
        .isEqualTo(error);
    assertThat(JSON.readTree(write(error))).isEqualTo(JSON.readTree(viaMoshi(error)));
  }

  @Test
  void aValueIsWrittenBehindWhatTheSinkHolds() throws IOException {
    for (int before : new int[] {0, 1, 8_100, 8_191, 8_192, 8_193, 20_000}) {
      for (int length : new int[] {0, 1, 40, 80, 90, 8_192, 30_000}) {
        PlainError error = new PlainError("x".repeat(length));
        Buffer sink = new Buffer().writeUtf8("-".repeat(before));
        FreightJson.write(PlainError.class, error, sink);
        assertThat(sink.readUtf8()).isEqualTo("-".repeat(before) + write(error));
      }
    }
  }

  @Test
  void onlyObjectsOfTheDescriptionAreWritten() {
    assertThatThrownBy(() -> FreightJson.write(String.class, "x", new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FreightJson.write(LoadStatus.class, LoadStatus.PLANNED, new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aValueInsideAnotherIsWrittenInItsPlace() {
    JsonAdapter<Map<String, PlainError>> adapter =
        FreightJson.moshi()
            .adapter(Types.newParameterizedType(Map.class, String.class, PlainError.class));
    Map<String, PlainError> errors = new LinkedHashMap<>();
    errors.put("a", new PlainError("1"));
    errors.put("b", new PlainError("2"));
    assertThat(adapter.toJson(errors))
        .isEqualTo("{\"a\":{\"error\":\"1\"},\"b\":{\"error\":\"2\"}}");
  }

  @Test
  void aTreeOfMapsKeepsExactNumbers() {
    Balance balance = new Balance("USD", new BigDecimal("0.10"));
    assertThat(FreightJson.adapter(Balance.class).toJsonValue(balance))
        .isEqualTo(Map.of("currency", "USD", "balanceUsd", new BigDecimal("0.10")));
  }

  /** A number may be written with other digits for the same value. */
  private static int compareLeaves(JsonNode plain, JsonNode viaMoshi) {
    if (plain.equals(viaMoshi)) return 0;
    boolean numbers = plain.isNumber() && viaMoshi.isNumber();
    return numbers ? Double.compare(plain.doubleValue(), viaMoshi.doubleValue()) : 1;
  }

  private static String write(Record value) {
    return adapter(value).toJson(value);
  }

  private static String viaMoshi(Record value) {
    return adapter(value).indent(" ").toJson(value);
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static JsonAdapter<Record> adapter(Record value) {
    return (JsonAdapter<Record>) FreightJson.adapter(value.getClass());
  }
}
