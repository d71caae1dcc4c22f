package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonAdapter;
import java.io.IOException;
import java.util.List;
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

/** {@code FreightJson.write} writes the same JSON as the adapter. */
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
  void textIsWrittenByteForByteAsMoshiDoes(String text) throws IOException {
    PlainError error = new PlainError(text);
    assertThat(write(error)).isEqualTo(viaMoshi(error));
  }

  @Test
  void bodiesLongerThanAnyBufferAreWrittenWhole() throws IOException {
    String longText = "0123456789é".repeat(3_000);
    MissingFieldsError error =
        new MissingFieldsError("e".repeat(10_000), List.of(longText, "a", longText));
    assertThat(write(error)).isEqualTo(viaMoshi(error));
  }

  @Test
  void onlyRecordsOfTheDescriptionAreWritten() {
    assertThatThrownBy(() -> FreightJson.write(String.class, "x", new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A number may be written with other digits for the same value. */
  private static int compareLeaves(JsonNode plain, JsonNode viaMoshi) {
    if (plain.equals(viaMoshi)) return 0;
    boolean numbers = plain.isNumber() && viaMoshi.isNumber();
    return numbers ? Double.compare(plain.doubleValue(), viaMoshi.doubleValue()) : 1;
  }

  @SuppressWarnings("unchecked") // The class of a value takes it.
  private static String write(Record value) throws IOException {
    Buffer sink = new Buffer();
    FreightJson.write((Class<Record>) value.getClass(), value, sink);
    return sink.readUtf8();
  }

  @SuppressWarnings("unchecked") // The adapter of a value's own class takes it.
  private static String viaMoshi(Record value) {
    return ((JsonAdapter<Record>) FreightJson.adapter(value.getClass())).toJson(value);
  }
}
