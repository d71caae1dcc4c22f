package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lies just inside and just outside of each bound. */
class EdgesTest {
  @ParameterizedTest
  @CsvSource({
    "2026-01-01T10:00Z, 2026-01-01T10:00:00Z",
    "2026-01-01T10:00+05:30, 2026-01-01T04:30:00Z",
    "2026-01-01t10:00:00z, 2026-01-01T10:00:00Z",
    "2026-01-01T24:00:00Z, 2026-01-02T00:00:00Z",
    "2026-01-01T10:00:00+18:00, 2025-12-31T16:00:00Z",
    "2024-02-29T10:00:00Z, 2024-02-29T10:00:00Z",
    "2000-02-29T10:00:00Z, 2000-02-29T10:00:00Z"
  })
  void instantsInEveryFormOfTheStandard(String text, Instant instant) throws IOException {
    String json = "{\"ts\":\"" + text + "\"}";
    assertThat(FreightJson.adapter(GpsPoint.class).fromJson(json).ts()).isEqualTo(instant);
    assertThat(FreightJson.instant(text)).isEqualTo(instant);
  }

  /** As deep as Moshi writes them. */
  @Test
  void openFieldsAreNestedAtMost256LevelsDeep() {
    assertThat(Eta.builder().put("deep", lists(257)).build()).isNotNull();
    assertThatThrownBy(() -> Eta.builder().put("deep", lists(258)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested deeper than 256 levels");
  }

  private static List<Object> lists(int levels) {
    List<Object> outermost = List.of();
    for (int i = 1; i < levels; i++) outermost = List.of(outermost);
    return outermost;
  }

  @Test
  void viewsOfOpenFields() throws IOException {
    Eta eta =
        FreightJson.adapter(Eta.class)
            .fromJson(
                "{\"basis\":\"route\",\"stale\":true,\"remainingMinutes\":2147483647,"
                    + "\"nextStopSequence\":2147483648}");
    assertThat(eta.basis()).isEqualTo("route");
    assertThat(eta.stale()).isTrue();
    assertThat(eta.remainingMinutes()).isEqualTo(Integer.MAX_VALUE);
    assertThat(eta.nextStopSequence()).isNull();
  }

  /** Infinity would end in every time and distance that is computed with it. */
  @ParameterizedTest
  @CsvSource({"58.5, 58.5", "1e308, 1e308", "1e309,", "-1e309,", "1e400000,"})
  void aNumberOfAnOpenFieldThatNoDoubleHoldsIsNone(String written, Double mph) throws IOException {
    Eta eta = FreightJson.adapter(Eta.class).fromJson("{\"speedMph\":" + written + "}");
    assertThat(eta.speedMph()).isEqualTo(mph);
  }

  @ParameterizedTest
  @CsvSource({"84.0, 84", "8.4e1, 84", "84.5,", "1e400000,"})
  void aWholeNumberIsOneHoweverItIsWritten(String written, Integer minutes) throws IOException {
    Eta eta = FreightJson.adapter(Eta.class).fromJson("{\"remainingMinutes\":" + written + "}");
    assertThat(eta.remainingMinutes()).isEqualTo(minutes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ConfirmDeliveryResult | {'ok':'yes'} | Expected true or false but was STRING at path $.ok",
        "StopInput | {'date':7} | Expected a string but was NUMBER at path $.date",
        "TopUpByCardInput | {'amountUsd':'5'} | Expected a number but was STRING at path"
            + " $.amountUsd",
        "StopInput | {'lat':'39'} | Expected a number but was STRING at path $.lat",
        "StopInput | {'lat':1e999} | Expected a number in the range of a double at path $.lat"
      })
  void aWrongKindIsNamedAndNotTakenForAnother(String type, String json, String message) {
    assertThatThrownBy(
            () -> FreightJson.adapter(ModelTypes.type(type)).fromJson(json.replace('\'', '"')))
        .isInstanceOf(JsonDataException.class)
        .hasMessage(message);
  }

  @Test
  void nullIsAbsentInARequestToo() throws IOException {
    String json = "{\"address\":\"a\",\"city\":\"c\",\"state\":\"OH\",\"zip\":\"1\",\"lat\":null}";
    assertThat(FreightJson.adapter(StopInput.class).fromJson(json).lat()).isNull();
  }

  @Test
  void theFinestAmountAndTheLongestFraction() throws IOException {
    assertThat(balance("1e-100")).isEqualTo(new BigDecimal("1e-100"));
    assertThat(balance("1e-101")).isNull();
    assertThat(balance("0." + "0".repeat(98))).isNotNull();
    String fraction = "0." + "1".repeat(998);
    assertThat(FreightJson.adapter(Eta.class).fromJson("{\"n\":" + fraction + "}"))
        .isEqualTo(new Eta(Map.of("n", new BigDecimal(fraction))));
  }

  private static BigDecimal balance(String amount) throws IOException {
    return FreightJson.adapter(Balance.class)
        .fromJson("{\"balanceUsd\":" + amount + "}")
        .balanceUsd();
  }

  @Test
  void wholeNumbersGoWithoutAFractionSaveWhereTheyWouldChange() {
    assertThat(written(-0.0)).isEqualTo("-0.0");
    assertThat(written(0.0)).isEqualTo("0");
    assertThat(written(999_999_999_999_999.0)).isEqualTo("999999999999999");
    assertThat(written(1e15)).isEqualTo("1.0E15");
    assertThat(written(2.5)).isEqualTo("2.5");
  }

  private static String written(double lat) {
    String json =
        FreightJson.adapter(GpsPoint.class).toJson(new GpsPoint(lat, null, null, null, null));
    return json.substring("{\"lat\":".length(), json.indexOf(','));
  }

  @Test
  void aWriterKeepsItsSettings() throws IOException {
    for (boolean serializesNulls : new boolean[] {true, false}) {
      JsonWriter writer = JsonWriter.of(new Buffer());
      writer.setSerializeNulls(serializesNulls);
      GpsPoint point = new GpsPoint(1.0, 2.0, null, null, Instant.EPOCH);
      FreightJson.adapter(GpsPoint.class).toJson(writer, point);
      assertThat(writer.getSerializeNulls()).isEqualTo(serializesNulls);
    }
    assertThat(FreightJson.moshi().adapter(BigDecimal.class).serializeNulls().toJson(null))
        .isEqualTo("null");
  }

  @Test
  void aListInItselfAndANumberThatIsNoneAreRefused() {
    List<Object> circle = new ArrayList<>();
    circle.add(circle);
    assertThatThrownBy(() -> new Eta(Map.of("again", circle)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deeper");
    assertThatThrownBy(() -> new Eta(Map.of("n", Float.NaN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("finite");
  }
}
