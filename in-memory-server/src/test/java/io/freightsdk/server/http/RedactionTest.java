package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private static final String SECRET = "0123456789abcdef01234567";

  @AutoClose private final Service service = Service.start();

  private RecordedRequest last() {
    return service.server().journal().last(1).get(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/__admin/keys/fak_SECRET",
        "/trak/trk_SECRET",
        "/track/trk%5FSECRET/x/y",
        "/api/driver/drv%5fSECRET/pings",
        "/driver/%64rv_SECRET/x",
        "/driver/DRV_SECRET/x",
        "/track/trk%255FSECRET/x",
        "/v1/agent/loads/fak_SECRET/x",
        "/v1/agent/SECRET",
        "/x.SECRET",
      })
  void noPathBringsATokenIntoTheJournal(String path) {
    service.anyone().get(path.replace("SECRET", SECRET));

    assertThat(last().path()).doesNotContainIgnoringCase(SECRET);
    assertThat(service.server().journal().toString()).doesNotContain(SECRET);
  }

  /** Also in an answer: that of a creation has both links. */
  @Test
  void whatIsKeptOfACreationHasNeitherItsPhoneNorItsLinks() {
    String created = service.client().post("/v1/agent/loads", Orders.TWO_STOPS).text();
    assertThat(created).containsPattern("trk_[0-9a-f]{24}").containsPattern("drv_[0-9a-f]{24}");

    assertThat(last().answer()).contains("LD-2", "trk_***", "drv_***");
    assertThat(last().toString())
        .doesNotContain("3125550142")
        .doesNotContainPattern("(trk|drv|fak)_[0-9a-f]");
  }

  /** An entry keeps them, so that nothing is masked that nobody reads. */
  @Test
  void theTextOfAnEntryThatNobodyReadHasNoSecretEither() {
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    service.anyone().get("/track/trk_" + SECRET);
    RequestJournal journal = (RequestJournal) service.server().journal();

    assertThat(journal.entries().toString())
        .contains("trk_***", "drv_***")
        .doesNotContain("3125550142", SECRET)
        .doesNotContainPattern("(trk|drv|fak)_[0-9a-f]");
  }

  @Test
  void noSpellingBringsAKeyOfOnesOwnIntoTheJournal() {
    service.anyone().get("/__admin/keys/mykey");

    assertThat(last().path()).isEqualTo("/__admin/keys/***");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/agent/loads/LD-2026-0001, /v1/agent/loads/LD-2026-0001",
    "/v1/freight/nothing_here, /v1/freight/nothing_here",
    "/nowhere, /nowhere",
    "/, /",
    "/driver/drv_12ab, /driver/drv_***",
    "/v1/agent/loads/fak_local, /v1/agent/loads/fak_***",
    "/a//b, /a//b",
  })
  void whatIsNoSecretStays(String path, String recorded) {
    assertThat(Redaction.path(path)).isEqualTo(recorded);
  }

  @Test
  void pathsAreBounded() {
    service.anyone().get("/" + "a/".repeat(5_000));

    assertThat(last().path().length()).isLessThan(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"driverPhone\":\"SECRET\",\"a\":1}",
        "{\"driverPhone\" : \"x\\\"SECRET\" ,\"a\":1}",
        "{\"a\":1,\"driverPhone\": [ \"x\", \"SECRET\" ] ,\"b\":1}",
        "{\"a\":1,\"driverPhone\": {\"a]\": [\"SECRET\" , 2]} ,\"b\":1}",
        "{\"driverPhone\":\"x\",\"driverPhone\":\"SECRET\",\"a\":1}",
        "{\"driverPhone\":SECRET,\"a\":1}",
        "{\"a\":1,\"driverPhone\": [\"SECRET",
        "{\"a\":1,\"cardToken\":\"SECRET\\",
      })
  void aSecretMemberIsMaskedWhateverItsValueIs(String body) {
    assertThat(Redaction.body(body.replace("SECRET", SECRET)))
        .doesNotContain(SECRET)
        .contains("\"a\":1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a trk_ab12, DRV_AB12 and fak_1 | a trk_***, DRV_*** and fak_***",
        "trk_ab_drv_12 | trk_***_drv_12",
        "fak_ trk_- drv_*** | fak_ trk_- drv_***",
        "xtrk_12 1drv_12 _fak_12 .fak_12 | xtrk_12 1drv_12 _fak_12 .fak_***",
        "_ rk_1 k_2 __ | _ rk_1 k_2 __",
      })
  void whatLooksLikeATokenIsMasked(String body, String masked) {
    assertThat(Redaction.body(body)).isEqualTo(masked);
  }

  @Test
  void eachSecretMemberIsMasked() {
    assertThat(
            Redaction.body(
                "{\"agentKey\":\"x\",\"note\":\"driverPhone\",\"driverPhone\":1,\"cardToken\" : true}"))
        .isEqualTo(
            "{\"agentKey\":\"***\",\"note\":\"driverPhone\",\"driverPhone\":\"***\",\"cardToken\" : \"***\"}");
  }

  @Test
  void bodiesHideTokensInAnySpelling() {
    assertThat(Redaction.body("{\"a\":\"tr\\u006b_" + SECRET + "\"}")).doesNotContain(SECRET);
    assertThat(Redaction.body("{\"agent\\u004bey\":\"" + SECRET + "\"}")).doesNotContain(SECRET);
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    assertThat(last().body()).doesNotContain("3125550142").contains("Cincinnati");
  }

  /** A form, JSON of other languages, XML, YAML, JSON in a text: none of them is an order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "driverPhone=%2B13125550142&x=1",
        "driverPhone=%2b1+312+555+0142&x=1",
        "driverPhone=+13125550142",
        "driverPhone=(312) 555-0142",
        "{'driverPhone':'+13125550142'}",
        "{'driverPhone':'312-555-0142', 'x':1}",
        "{driverPhone:\"13125550142\"}",
        "{driverPhone: 13125550142}",
        "{\"DriverPhone\":\"3125550142\"}",
        "{\"driver_phone\" : \n \"(312) 555-0142\"}",
        "{\"phone\":3125550142}",
        "{\"phoneNumbers\":[\"x\",{\"a\":[]},\"3125550142\"]}",
        "\"{\\\"driverPhone\\\":\\\"3125550142\\\",\\\"x\\\":1}\"",
        "{\"order\":\"{\\\"a\\\":\\\"{\\\\\\\"phone\\\\\\\":\\\\\\\"3125550142\\\\\\\"}\\\"}\"}",
        "driverPhone: \"3125550142\"",
        "driverPhone: 312 555 0142",
        "driver-phone\t3125550142",
        "<driverPhone>3125550142</driverPhone>",
        "<driver phone='3125550142'/>",
        "name=\"driverPhone\"\r\n\r\n3125550142\r\n",
        "{\"customerRef\":\"+13125550142\"}",
        "{\"notes\":\"call +1 (312) 555-0142\"}",
        "{\"notes\":\"call \\u002B13125550142\"}",
        "{\"phone1\":\"3125550142\"}",
        "{\"phone_2\": \"3125550142\"}",
        "phone2=3125550142&x=1",
        "phone3125550142",
        "phone3125550142: the driver",
        "<driverPhone type=\"string\">3125550142</driverPhone>",
        "<driverPhone type=\"string\" nr=\"3125550142\"/><ref>A</ref>",
        "<d:driverPhone ><![CDATA[3125550142]]></d:driverPhone>",
        "<phones><of-driver>3125550142</of-driver></phones>",
        "<driverPhone type=\"string\">3125550142",
        "name=\"driverPhone\"\r\nContent-Type: text/plain\r\n\r\n3125550142\r\n--x--",
        "contact=%2B1+312+555+0142&x=1",
        "contact=%2b1%20312%20555%200142",
        "contact=%2B1%28312%29555%2d0142",
        "contact=%2B1%C2%A0312%e2%80%91555%E2%80%910142",
        "{\"x\":\"+1\u00a0312\u2011555\u20130142\"}",
        "{\"x\":\"+1\\u00a0312\\u2011555\\u20130142\"}",
        "{\"x\":\"\u202a+1\u202f312\u202c5550142\"}",
        "{\"x\":\"+1\\/312\\/555\\/0142\"}",
        "{\"x\":\"+1\\t312\\t555\\t0142\"}",
        "+\0001\0003\0001\0002\0005\0005\0005\0000\0001\0004\0002\000",
      })
  void aPhoneIsMaskedHoweverTheBodyIsWritten(String body) {
    String masked = Redaction.body(body);

    assertThat(masked).doesNotContain("0142");
    assertThat(masked.replaceAll("[^0-9]", "")).doesNotContain("5550142");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"notes\":\"no phone, gate 12\",\"rate\":1250} | {\"notes\":\"no phone, gate 12\",\"rate\":1250}",
        "{\"date\":\"2026-11-20T08:00:00+05:00\"} | {\"date\":\"2026-11-20T08:00:00+05:00\"}",
        "{\"contactPhone\":\"x\",\"rate\":1250} | {\"contactPhone\":\"***\",\"rate\":1250}",
        "{\"rate\":1e+10,\"lng\":-84.5123456789} | {\"rate\":1e+10,\"lng\":-84.5123456789}",
        "phone=1&rate=1250 | phone=***&rate=1250",
        "{\"facilityName\":\"Phone: ask at the desk, dock 4\"} | {\"facilityName\":\"Phone: ***, dock 4\"}",
        "{\"phone1\":3125550142,\"rate\":1250} | {\"phone1\":\"***\",\"rate\":1250}",
        "\"{\\\"phone\\\":3125550142}\" | \"{\\\"phone\\\":***}\"",
        "<o><phone kind='x'>312</phone><ref>A</ref></o> | <o><phone***</phone><ref>A</ref></o>",
        "<phone/><ref>A</ref> | <phone/><ref>A</ref>",
        "phone 2 of 3, 2026-11-20 | phone ***, 2026-11-20",
        "date=2026-11-20T08%3A00%2B05%3A00%26x%3D20261120 | date=2026-11-20T08%3A00%2B05%3A00%26x%3D20261120",
      })
  void onlyThePhoneIsMasked(String body, String masked) {
    assertThat(Redaction.body(body)).isEqualTo(masked);
  }

  /** Each of these takes minutes if every name, plus or quote begins a look at the rest. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "phone",
        "phone:",
        "\"agentKey\":1,",
        "+",
        "+1",
        "\"phone\" ",
        "%2B",
        "'phone':\\",
        "phone1",
        "<phone ",
        "<phone>",
        "<phone/>",
        "name=\"phone\"\n",
        "+1%20"
      })
  @Timeout(20)
  void aLongBodyIsMaskedInOneGo(String part) {
    assertThat(Redaction.body(part.repeat(4_000_000 / part.length()))).isNotEmpty();
  }
}
