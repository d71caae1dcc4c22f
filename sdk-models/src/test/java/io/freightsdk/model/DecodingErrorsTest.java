package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.moshi.JsonDataException;
import com.squareup.moshi.JsonEncodingException;
import io.freightsdk.json.FreightJson;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
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
  void unchangedBodyIsRead() throws IOException {
    assertThat(FreightJson.adapter(LoadPosition.class).fromJson(POSITION).gpsTrack()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'loadNumber':'LD-1', |               | Required value 'loadNumber' missing at path $.loadNumber
          'status':'PLANNED',  |               | Required value 'status' missing at path $.status
          'LD-1'               | null          | Expected a string but was NULL at path $.loadNumber
          'LD-1'               | true          | Expected a string but was BOOLEAN at path $.loadNumber
          'PLANNED'            | 77            | Expected a string but was NUMBER at path $.status
          'PLANNED'            | true          | Expected a string but was BOOLEAN at path $.status
          """)
  void wrongMemberFailsWithItsPath(String old, String replacement, String message) {
    String json =
        POSITION.replace(
            old.replace('\'', '"'), replacement == null ? "" : replacement.replace('\'', '"'));
    assertThat(json).isNotEqualTo(POSITION);
    assertThatThrownBy(() -> FreightJson.adapter(LoadPosition.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessage(message)
        .satisfies(
            failure ->
                assertThat(FreightJson.path((JsonDataException) failure))
                    .isEqualTo(message.substring(message.indexOf("$"))));
  }

  @Test
  void numberIsReadAsTextInResponsesOnly() throws IOException {
    String created =
        "{'loadId':123,'loadNumber':20260001,'trackingLink':'t','driverWebLink':'w',"
            + "'driverAppLink':'a','unresolvedTruckNumber':12}";

    CreateLoadResult load =
        FreightJson.adapter(CreateLoadResult.class).fromJson(created.replace('\'', '"'));

    assertThat(load.loadId()).isEqualTo("123");
    assertThat(load.loadNumber()).isEqualTo("20260001");
    assertThat(load.unresolvedTruckNumber()).isEqualTo("12");
    assertThatThrownBy(
            () -> FreightJson.adapter(CreateLoadInput.class).fromJson("{\"driverPhone\":1}"))
        .hasMessage("Expected a string but was NUMBER at path $.driverPhone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'pickups':7}                                 | Expected an array but was NUMBER at path $.pickups
          {'pickups':[null]}                            | Expected an object but was NULL at path $.pickups[0]
          {'pickups':['none']}                          | Expected an object but was STRING at path $.pickups[0]
          {'pickups':[{'lat':'39.1'}]}                  | Expected a number but was STRING at path $.pickups[0].lat
          {'pickups':[{'date':'2026-11-20T10:01:61Z'}]} | Expected an ISO 8601 instant with offset, of the years 1 to 9999 at path $.pickups[0].date
          {'pickups':[{'date':'2026-11-20T10:01:00'}]}  | Expected an ISO 8601 instant with offset, of the years 1 to 9999 at path $.pickups[0].date
          """)
  void wrongValueOfARequestFailsWithItsPath(String json, String message) {
    assertThatThrownBy(
            () -> FreightJson.adapter(CreateLoadInput.class).fromJson(json.replace('\'', '"')))
        .isInstanceOf(JsonDataException.class)
        .hasMessage(message);
  }

  /** A position is paid for, so its load number and status are enough. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ,'pingCount':2       |
          'pingCount':2        | 'pingCount':null
          'pingCount':2        | 'pingCount':'2'
          'pingCount':2        | 'pingCount':2.5
          'pingCount':2        | 'pingCount':2147483648
          'pingCount':2        | 'pingCount':1e999999999
          'pingCount':2        | 'pingCount':1e99999999999
          T10:00:00Z','stops'  | T10:01:61Z','stops'
          T10:00:00Z','stops'  | T10:01:00','stops'
          'stops':[            | 'stops':[null,
          'stops':[            | 'stops':7,'x':[
          {'lat':1.6           | 'none',{'lat':1.6
          """)
  void wrongOptionalMemberOfAPositionIsReadAsNull(String old, @Nullable String replacement)
      throws IOException {
    String json =
        POSITION.replace(
            old.replace('\'', '"'), replacement == null ? "" : replacement.replace('\'', '"'));
    assertThat(json).isNotEqualTo(POSITION);
    LoadPosition whole = FreightJson.adapter(LoadPosition.class).fromJson(POSITION);
    LoadPosition read = FreightJson.adapter(LoadPosition.class).fromJson(json);

    assertThat(read.loadNumber()).isEqualTo("LD-1");
    assertThat(read.status()).isEqualTo(LoadStatus.PLANNED);
    boolean namesTheCount = old.contains("pingCount");
    assertThat(read.pingCount()).isEqualTo(namesTheCount ? null : whole.pingCount());
    assertThat(read.createdAt()).isEqualTo(old.startsWith("T10") ? null : whole.createdAt());
    boolean namesTheStops = replacement != null && replacement.startsWith("'stops':7");
    assertThat(read.stops()).isEqualTo(namesTheStops ? List.of() : whole.stops());
    assertThat(read.gpsTrack()).isEqualTo(whole.gpsTrack());
  }

  /** Moshi has moved on by then: to the next item, or to the member that comes after. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'pickups':[{'address':'a'}]}                       | $.pickups[0].city
          {'pickups':[%s,{'city':'a'}],'deliveries':[]}       | $.pickups[1].address
          {'pickups':[%s],'deliveries':[%s,%s,{'zip':'1'},%s]}| $.deliveries[2].address
          {'driverPhone':'1','deliveries':[{}]}               | $.deliveries[0].address
          {'driverPhone':'1','deliveries':[%s]}               | $.pickups
          {'pickups':[{'address':'a','city':'c','state':'OH','zip':'1','lat':39}]} | $.pickups[0].lng
          {'pickups':[%s,{'lng':1,'address':'a','city':'c','state':'OH','zip':'1'}]} | $.pickups[1].lat
          """)
  void missingMemberFailsWithItsPath(String body, String path) {
    String json =
        body.replace("%s", "{'address':'a','city':'c','state':'OH','zip':'1'}").replace('\'', '"');
    assertThatThrownBy(() -> FreightJson.adapter(CreateLoadInput.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessage(
            String.format(
                Locale.ROOT,
                "Required value '%s' missing at path %s",
                path.substring(path.lastIndexOf('.') + 1),
                path))
        .satisfies(
            failure -> assertThat(FreightJson.path((JsonDataException) failure)).isEqualTo(path));
  }

  @Test
  void failureWithoutAPathReturnsNull() {
    assertThat(FreightJson.path(new JsonDataException("more follows"))).isNull();
    assertThat(FreightJson.path(new JsonDataException())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{]",
        "{\"currency\":}",
        "{\"currency\":\"USD\",,}",
        "nope",
        "<html>",
        "{\"currency\":\"\\uZZZZ\"}"
      })
  void malformedJsonFailsWithAnEncodingError(String text) {
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(text))
        .isInstanceOf(JsonEncodingException.class)
        .hasMessageStartingWith("Malformed JSON at path $")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"currency\":\"US", "{\"currency\":\"USD\",\"balanceUsd\""})
  void truncatedJsonFailsWithEndOfFile(String text) {
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(text))
        .isInstanceOfAny(EOFException.class, JsonEncodingException.class);
  }

  @Test
  void rootOfAnotherTypeFailsWithADataError() {
    for (String json : new String[] {"null", "[]", "\"text\"", "7"}) {
      assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(json))
          .isInstanceOf(JsonDataException.class)
          .hasMessageStartingWith("Expected an object but was ")
          .hasMessageEndingWith(" at path $");
    }
  }

  @Test
  void lastOfTwoEqualKeysWins() throws IOException {
    String json = "{\"currency\":\"EUR\",\"balanceUsd\":1,\"currency\":\"USD\",\"balanceUsd\":2}";
    assertThat(FreightJson.adapter(Balance.class).fromJson(json).balanceUsd()).isEqualTo("2");
  }

  @Test
  void deepNestingFailsWithADataError() {
    String deep = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000);
    assertThatThrownBy(() -> FreightJson.adapter(Eta.class).fromJson(deep))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("deep");
    assertThatThrownBy(() -> FreightJson.adapter(Balance.class).fromJson(deep))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("deep");
  }

  @Test
  void longNumberFailsWithADataError() {
    String digits = "9".repeat(1_000_000);
    assertThatThrownBy(
            () ->
                FreightJson.adapter(TopUpByCardResult.class)
                    .fromJson("{\"ok\":true,\"currency\":\"USD\",\"balanceUsd\":" + digits + "}"))
        .isInstanceOf(JsonDataException.class)
        .hasMessageContaining("at path $.balanceUsd");
  }

  @Test
  void amountWithAHugeExponentFailsWithADataError() {
    for (String amount :
        new String[] {"1e999999999", "1e-999999999", "1e100", "1e-101", "1e99999999999"}) {
      assertThatThrownBy(
              () ->
                  FreightJson.adapter(TopUpByCardResult.class)
                      .fromJson("{\"ok\":true,\"currency\":\"USD\",\"balanceUsd\":" + amount + "}"))
          .isInstanceOf(JsonDataException.class)
          .hasMessageContaining("at most 100 digits before and after the point");
    }
  }

  @Test
  void messagesContainNoValues() {
    String json = "{\"driverPhone\":[\"+13125550142\"],\"pickups\":[],\"deliveries\":[]}";
    assertThatThrownBy(() -> FreightJson.adapter(CreateLoadInput.class).fromJson(json))
        .isInstanceOf(JsonDataException.class)
        .hasMessageNotContaining("312");
    assertThatThrownBy(() -> FreightJson.adapter(StopInput.class).fromJson("{\"date\":\"secret\"}"))
        .hasStackTraceContaining("$.date")
        .satisfies(e -> assertThat(e.getCause()).isNull());
  }
}
