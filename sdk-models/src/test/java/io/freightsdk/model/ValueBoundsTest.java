package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightJson;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values just inside and just outside each bound. */
class ValueBoundsTest {
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
  void isoInstantsAreReadInEveryForm(String text, Instant instant) throws IOException {
    String json = "{\"ts\":\"" + text + "\"}";
    assertThat(FreightJson.adapter(GpsPoint.class).fromJson(json).ts()).isEqualTo(instant);
    assertThat(FreightJson.parseInstant(text)).isEqualTo(instant);
  }

  @Test
  void viewsReadOpenFieldsWithinTheirBounds() throws IOException {
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

  @ParameterizedTest
  @CsvSource({"84.0, 84", "8.4e1, 84", "84.5,", "1e400000,"})
  void wholeNumbersAreReadInEveryNotation(String written, Integer minutes) throws IOException {
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
  void wrongTypeFailsAndIsNotConverted(String type, String json, String message) {
    assertThatThrownBy(
            () -> FreightJson.adapter(DescribedTypes.type(type)).fromJson(json.replace('\'', '"')))
        .isInstanceOf(JsonDataException.class)
        .hasMessage(message);
  }

  @Test
  void nullInARequestIsReadAsAbsent() throws IOException {
    String json = "{\"address\":\"a\",\"city\":\"c\",\"state\":\"OH\",\"zip\":\"1\",\"lat\":null}";
    assertThat(FreightJson.adapter(StopInput.class).fromJson(json).lat()).isNull();
  }
}
