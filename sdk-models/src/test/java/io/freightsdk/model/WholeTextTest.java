package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import com.squareup.moshi.Types;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okio.Buffer;
import org.junit.jupiter.api.Test;

/** What {@code FreightJson} does with the sources and sinks around a value. */
class WholeTextTest {
  @Test
  void theWholeSourceIsConsumed() throws IOException {
    Buffer source = new Buffer().writeUtf8(" {\n\t\"currency\" : \"US\\u0044\" } \n");
    assertThat(FreightJson.read(Balance.class, source)).isEqualTo(new Balance("USD", null));
    assertThat(source.exhausted()).isTrue();
  }

  @Test
  void aFailureLeavesTheSourceAsItWas() {
    for (String json : List.of("{\"ok\":1}", "{\"ok\":true", "{}", "no", "", "{\"ok\":true}1")) {
      Buffer source = new Buffer().writeUtf8(json);
      assertThatThrownBy(() -> FreightJson.read(ConfirmDeliveryResult.class, source))
          .isInstanceOfAny(JsonDataException.class, IOException.class);
      assertThat(source.readUtf8()).isEqualTo(json);
    }
  }

  @Test
  void theAdapterLeavesWhatFollowsToItsCaller() throws IOException {
    JsonReader reader = JsonReader.of(new Buffer().writeUtf8("[{\"currency\":\"USD\"},7]"));
    reader.beginArray();
    assertThat(FreightJson.adapter(Balance.class).fromJson(reader))
        .isEqualTo(new Balance("USD", null));
    assertThat(reader.nextInt()).isEqualTo(7);
  }

  @Test
  void aValueIsWrittenBehindWhatTheSinkHolds() throws IOException {
    for (int length : new int[] {0, 1, 8_191, 8_192, 30_000}) {
      Buffer sink = new Buffer().writeUtf8("-".repeat(length));
      FreightJson.write(Balance.class, new Balance("née\u2028".repeat(length), null), sink);
      assertThat(sink.readUtf8())
          .isEqualTo("-".repeat(length) + "{\"currency\":\"" + "née\\u2028".repeat(length) + "\"}");
    }
  }

  @Test
  void aValueIsWrittenIntoTheObjectAroundIt() throws IOException {
    Buffer sink = new Buffer();
    JsonWriter writer = JsonWriter.of(sink);
    writer.beginObject().name("me").value(1);
    int token = writer.beginFlatten();
    FreightJson.adapter(Balance.class).toJson(writer, new Balance("USD", new BigDecimal("0.10")));
    writer.endFlatten(token);
    writer.endObject();
    assertThat(sink.readUtf8()).isEqualTo("{\"me\":1,\"currency\":\"USD\",\"balanceUsd\":0.10}");
  }

  @Test
  void aValueInsideAnotherIsWrittenInItsPlace() {
    Map<String, Balance> balances = new TreeMap<>();
    balances.put("a", new Balance("USD", BigDecimal.ONE));
    balances.put("b", new Balance("USD", BigDecimal.TEN));
    assertThat(
            FreightJson.moshi()
                .adapter(Types.newParameterizedType(Map.class, String.class, Balance.class))
                .toJson(balances))
        .isEqualTo(
            "{\"a\":{\"currency\":\"USD\",\"balanceUsd\":1},"
                + "\"b\":{\"currency\":\"USD\",\"balanceUsd\":10}}");
  }

  @Test
  void aTreeOfMapsKeepsExactNumbers() {
    assertThat(
            FreightJson.adapter(Balance.class)
                .toJsonValue(new Balance("USD", new BigDecimal("0.10"))))
        .isEqualTo(Map.of("currency", "USD", "balanceUsd", new BigDecimal("0.10")));
  }

  @Test
  void onlyTypesOfTheDescriptionAreReadAndWritten() {
    assertThatThrownBy(() -> FreightJson.read(String.class, new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FreightJson.write(String.class, "x", new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
