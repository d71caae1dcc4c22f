package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that was paid for is not lost to a detail of the answer. */
class LenientResultTest {
  private static final String REQUIRED =
      "\"loadId\":\"id\",\"loadNumber\":\"LD-1\",\"trackingLink\":\"not a : link\"";

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "\"yes\"", "[1,{\"a\":[]}]", "{\"deep\":{\"er\":1}}"})
  void aWrongTypeOfAnOptionalMemberIsSkipped(String wrong) throws IOException {
    String json =
        String.format(
            Locale.ROOT,
            "{\"success\":%s,%s,\"driverWebLink\":\"w\",\"driverAppLink\":\"a\",%s}",
            wrong,
            REQUIRED,
            "\"unresolvedTruckNumber\":" + (wrong.startsWith("\"") ? "true" : wrong));
    CreateLoadResult result = FreightJson.adapter(CreateLoadResult.class).fromJson(json);
    assertThat(result.loadNumber()).isEqualTo("LD-1");
    assertThat(result.success()).isNull();
    assertThat(result.unresolvedTruckNumber()).isNull();
    assertThat(result.driverAppLink()).isEqualTo("a");
  }

  @Test
  void theSameHoldsForALoadThatExistedBefore() throws IOException {
    String json = "{\"ok\":true,%s,\"driverWebLink\":{},\"driverAppLink\":1,\"deduplicated\":true}";
    DedupCreateLoadResult result =
        FreightJson.adapter(DedupCreateLoadResult.class)
            .fromJson(String.format(Locale.ROOT, json, REQUIRED));
    assertThat(result.loadNumber()).isEqualTo("LD-1");
    assertThat(result.driverWebLink()).isNull();
  }

  @Test
  void aWrongTypeOfARequiredMemberIsAnErrorStill() {
    String json = "{" + REQUIRED + ",\"driverWebLink\":1,\"driverAppLink\":\"a\"}";
    assertThatThrownBy(() -> FreightJson.adapter(CreateLoadResult.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("$.driverWebLink");
  }
}
