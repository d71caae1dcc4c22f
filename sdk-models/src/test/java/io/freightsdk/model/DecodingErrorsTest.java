package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodingErrorsTest {
  private static final String STOPS =
      "[{'type':'PICKUP','sequence':1,'city':'c','state':'OH'},"
          + "{'type':'DELIVERY','sequence':2,'city':'c','state':'TN'}]";
  private static final String TRACK =
      "[{'lat':1.5,'lng':2.5,'ts':'2026-11-20T10:00:00Z'},"
          + "{'lat':1.6,'lng':2.6,'heading':90,'ts':'2026-11-20T10:01:00Z'}]";
  private static final String POSITION =
      ("{'loadNumber':'LD-1','status':'PLANNED','createdAt':'2026-11-20T10:00:00Z','stops':"
              + STOPS
              + ",'gpsTrack':"
              + TRACK
              + ",'pingCount':2}")
          .replace('\'', '"');

  @Test
  void theBodyThatTheOthersSpoilIsRead() throws IOException {
    assertThat(FreightJson.adapter(LoadPosition.class).fromJson(POSITION).gpsTrack()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'loadNumber':'LD-1', |               | Required value 'loadNumber' missing at path $.loadNumber
          ,'pingCount':2       |               | Required value 'pingCount' missing at path $.pingCount
          'city':'c','state':'TN' | 'city':'c' | Required value 'state' missing at path $.stops[1].state
          'lat':1.6,           |               | Required value 'lat' missing at path $.gpsTrack[1].lat
          'sequence':2         | 'sequence':null | Expected a number but was NULL at path $.stops[1].sequence
          'sequence':2         | 'sequence':'2' | Expected a number but was STRING at path $.stops[1].sequence
          'sequence':2         | 'sequence':2.5 | Expected a 32-bit whole number at path $.stops[1].sequence
          'sequence':2         | 'sequence':2147483648 | Expected a 32-bit whole number at path $.stops[1].sequence
          'sequence':2         | 'sequence':1e999999999 | at path $.stops[1].sequence
          'sequence':2         | 'sequence':1e99999999999 | at path $.stops[1].sequence
          'LD-1'               | null          | Expected a string but was NULL at path $.loadNumber
          'LD-1'               | 77            | Expected a string but was NUMBER at path $.loadNumber
          'PLANNED'            | true          | Expected a string but was BOOLEAN at path $.status
          'lat':1.6            | 'lat':'1.6'   | Expected a number but was STRING at path $.gpsTrack[1].lat
          'lat':1.6            | 'lat':1e400   | Expected a number in the range of a double at path $.gpsTrack[1].lat
          'heading':90         | 'heading':[]  | Expected a number but was BEGIN_ARRAY at path $.gpsTrack[1].heading
          T10:01:00Z           | T10:01:61Z    | Expected an ISO 8601 instant with offset at path $.gpsTrack[1].ts
          T10:01:00Z           | T10:01:00     | Expected an ISO 8601 instant with offset at path $.gpsTrack[1].ts
          'stops':[            | 'stops':[null,| Expected BEGIN_OBJECT but was NULL at path $.stops[0]
          'pingCount':2        | 'pingCount':2,'eta':'soon' | Expected BEGIN_OBJECT but was STRING at path $.eta
          'pingCount':2        | 'pingCount':2,'onTime':'yes' | Expected true or false but was STRING at path $.onTime
          """)
  void aWrongBodyIsAnErrorWithItsPath(String old, String replacement, String message) {
    String json =
        POSITION.replace(
            old.replace('\'', '"'), replacement == null ? "" : replacement.replace('\'', '"'));
    assertThat(json).isNotEqualTo(POSITION);
    assertThatThrownBy(() -> FreightJson.adapter(LoadPosition.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{]", "{\"currency\":}", "{\"currency\":\"USD\",,}", "nope", "<html>"})
  void textThatIsNotJsonIsAnEncodingError(String text) {
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(text))
        .isInstanceOf(JsonEncodingException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"currency\":\"US", "{\"currency\":\"USD\",\"balanceUsd\""})
  void textThatEndsTooEarlyIsAnEndOfFile(String text) {
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(text))
        .isInstanceOfAny(EOFException.class, JsonEncodingException.class);
  }

  @Test
  void aRootOfAnotherKindIsADataError() {
    for (String json : new String[] {"null", "[]", "\"text\"", "7"}) {
      assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(json))
          .isInstanceOf(JsonDataException.class)
          .hasMessageContaining("BEGIN_OBJECT");
    }
  }

  @Test
  void theLastOfTwoEqualKeysCounts() throws IOException {
    String json = "{\"currency\":\"EUR\",\"balanceUsd\":1,\"currency\":\"USD\",\"balanceUsd\":2}";
    assertThat(FreightJson.adapter(Balance.class).fromJson(json).balanceUsd()).isEqualTo("2");
  }

  @Test
  void endlessNestingIsADataError() {
    String deep = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000);
    assertThatThrownBy(() -> FreightJson.adapter(Eta.class).fromJson(deep))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("deep");
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(deep))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("deep");
  }

  @Test
  void aNumberWithoutEndIsADataError() {
    String digits = "9".repeat(1_000_000);
    assertThatThrownBy(() -> FreightJson.adapter(Eta.class).fromJson("{\"n\":" + digits + "}"))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("at most 1000 characters at path $.n");
    assertThatThrownBy(
            () ->
                FreightJson.adapter(Balance.class)
                    .fromJson("{\"currency\":\"USD\",\"balanceUsd\":" + digits + "}"))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("$.balanceUsd");
  }

  @Test
  void anAmountThatWouldFillTheMemoryWhenAddedIsADataError() {
    for (String amount : new String[] {"1e999999999", "1e-999999999", "-7e101"}) {
      assertThatThrownBy(
              () ->
                  FreightJson.adapter(Balance.class)
                      .fromJson("{\"currency\":\"USD\",\"balanceUsd\":" + amount + "}"))
          .isInstanceOf(JsonDataException.class)
          .hasMessageContaining("digits");
    }
  }

  @Test
  void anExponentThatNoDecimalHoldsIsADataErrorWithItsPath() {
    assertThatThrownBy(
            () -> FreightJson.adapter(Eta.class).fromJson("{\"a]\":[1,{\"n\":[2,1e99999999999]}]}"))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("$.a][1].n[1]");
  }

  @Test
  void noMessageHoldsAValue() {
    String json = "{\"driverPhone\":[\"+13125550142\"],\"pickups\":[],\"deliveries\":[]}";
    assertThatThrownBy(() -> FreightJson.adapter(CreateLoadInput.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessageNotContaining("312");
    assertThatThrownBy(
            () ->
                FreightJson.adapter(ConfirmDeliveryInput.class)
                    .fromJson("{\"bol_received_at\":\"secret\"}"))
        .hasStackTraceContaining("$.bol_received_at")
        .satisfies(e -> assertThat(e.getCause()).isNull());
  }
}
