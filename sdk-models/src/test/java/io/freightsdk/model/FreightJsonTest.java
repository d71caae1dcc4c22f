package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonReader;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.util.List;
import okio.Buffer;
import org.junit.jupiter.api.Test;

/** Reading and writing with the sources and sinks around a value. */
class FreightJsonTest {
  @Test
  void readConsumesTheWholeSource() throws IOException {
    Buffer source = new Buffer().writeUtf8(" {\n\t\"currency\" : \"US\\u0044\" } \n");
    assertThat(FreightJson.read(Balance.class, source)).isEqualTo(new Balance("USD", null));
    assertThat(source.exhausted()).isTrue();
  }

  @Test
  void failedReadLeavesTheSourceUnchanged() {
    for (String json : List.of("{\"ok\":1}", "{\"ok\":true", "{}", "no", "", "{\"ok\":true}1")) {
      Buffer source = new Buffer().writeUtf8(json);
      assertThatThrownBy(() -> FreightJson.read(ConfirmDeliveryResult.class, source))
          .isInstanceOfAny(JsonDataException.class, IOException.class);
      assertThat(source.readUtf8()).isEqualTo(json);
    }
  }

  @Test
  void adapterLeavesTheRestOfTheSource() throws IOException {
    JsonReader reader = JsonReader.of(new Buffer().writeUtf8("[{\"currency\":\"USD\"},7]"));
    reader.beginArray();
    assertThat(FreightJson.adapter(Balance.class).fromJson(reader))
        .isEqualTo(new Balance("USD", null));
    assertThat(reader.nextInt()).isEqualTo(7);
  }

  @Test
  void otherTypesAreRejected() {
    assertThatThrownBy(() -> FreightJson.read(String.class, new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FreightJson.write(String.class, "x", new Buffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
