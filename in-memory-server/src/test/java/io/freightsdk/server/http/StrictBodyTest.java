package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A body that is not JSON in UTF-8 is refused free of charge. */
class StrictBodyTest {
  @AutoClose private final Service service = Service.start();

  private int create(byte[] body, String... fields) {
    List<String> lines = new ArrayList<>(List.of(fields));
    lines.add("Authorization: Bearer " + service.broker().agentKey());
    return send("POST", "/v1/agent/loads", body, lines.toArray(new String[0]));
  }

  private int send(String method, String path, byte[] body, String... lines) {
    return service.anyone().sendOnly(method, path, body, lines).status();
  }

  private static byte[] order(String city, Charset charset) {
    return Orders.TWO_STOPS.replace("\"Cincinnati\"", city).getBytes(charset);
  }

  private void expectNothingHappened() {
    assertThat(service.broker().balanceUsd()).isEqualByComparingTo("25.00");
    assertThat(service.server().loads(10)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"Cin\ncinnati\"",
        "\"Cin\u0000cinnati\"",
        "\"Cin\tcinnati\"",
        "\"O\\'Fallon\"",
        "\"\\u12g4\"",
        "\"Cincinnati\",\"x\":TRUE",
        "\"Cincinnati\",\"x\":nUlL",
        "\"Cincinnati\",\"x\":01",
        "\"Cincinnati\",\"x\":1.",
        "\"Cincinnati\",\"x\":+1",
        "\"Cincinnati\",\"x\":.5",
        "\"Cincinnati\",\"x\":NaN",
        "\"Cincinnati\",",
        "'Cincinnati'"
      })
  void invalidJsonIsRefused(String city) {
    assertThat(create(order(city, StandardCharsets.UTF_8))).isEqualTo(400);
    expectNothingHappened();
  }

  @Test
  void bytesInAnotherCharsetAreRefused() {
    assertThat(create(order("\"Cañon\"", StandardCharsets.ISO_8859_1))).isEqualTo(400);
    assertThat(create(order("\"Cañon\"", StandardCharsets.UTF_16))).isEqualTo(400);
    expectNothingHappened();
    assertThat(create(order("\"Cañon\"", StandardCharsets.UTF_8))).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Type: application/json; charset=utf-16, 400",
    "Content-Type: application/json;charset=\"ISO-8859-1\", 400",
    "Content-Type: application/json; charset=\"UTF-8\", 201",
    "Content-Type: application/json; charset=utf-8, 201",
    "Content-Type: application/json; charset=utf8, 201",
    "Content-Type: application/json; charset=utf80, 400",
    "Content-Encoding: gzip, 400",
    "Content-Encoding: identity, 201"
  })
  void otherCharsetOrEncodingIsRefused(String field, int status) {
    assertThat(create(order("\"Cincinnati\"", StandardCharsets.UTF_8), field)).isEqualTo(status);
    if (status == 400) expectNothingHappened();
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Encoding: identity, Content-Encoding: gzip, 400",
    "Content-Type: application/json, Content-Type: text/plain, 415",
    "Content-Type: application/json, Content-Type: application/json; charset=utf-16, 415",
    "Content-Type: application/json; charset=utf-8; charset=utf-16, X: y, 400"
  })
  void ambiguousHeadersAreRefused(String field, String other, int status) {
    byte[] order = order("\"Cincinnati\"", StandardCharsets.UTF_8);
    assertThat(create(order, field, other)).isEqualTo(status);
    expectNothingHappened();
  }

  @Test
  void twoHeaderKeysAreRefused() {
    String path = "/v1/freight/create_tracked_load";
    String key = "X-Agent-Key: " + service.broker().agentKey();
    byte[] order = Orders.TWO_STOPS.getBytes(StandardCharsets.UTF_8);
    assertThat(send("POST", path, order, key, "X-Agent-Key: other")).isEqualTo(400);
    expectNothingHappened();
    assertThat(send("POST", path, order, key)).isEqualTo(201);
  }

  @Test
  void twoAuthorizationFieldsAreRefused() {
    String another = "Authorization: Bearer " + service.broker().agentKey();
    assertThat(create(order("\"Cincinnati\"", StandardCharsets.UTF_8), another)).isEqualTo(400);
    expectNothingHappened();
  }

  @Test
  void singleCoordinateIsIgnored() {
    String body = Orders.TWO_STOPS.replace(",\"lng\":-84.5120", "");
    Http.Reply created = service.client().post("/v1/agent/loads", body);
    assertThat(created.status()).isEqualTo(201);
    String load = created.json().text("loadNumber");
    assertThat(service.server().load(load).view().stop(1).geocodePrecision()).isEqualTo("zip");
    assertThat(service.server().load(load).view().stop(2).geocodePrecision()).isEqualTo("exact");
  }

  @Test
  void jsonValueIsReadUnchanged() throws IOException {
    Object tree =
        JsonText.parse(
            " {\"a\":[1,-0.5e+3,true,false,null,\"\\u00e9\\n\\/\\ud83d\\ude9a\"],\"city\":\"Ñ\",\"a b\":{}} "
                .getBytes(StandardCharsets.UTF_8));
    Map<?, ?> object = (Map<?, ?>) tree;
    assertThat(object.get("city")).isEqualTo("Ñ");
    assertThat(object.get("a b")).isEqualTo(Map.of());
    List<?> list = (List<?>) object.get("a");
    assertThat(list.get(0)).isEqualTo(BigDecimal.ONE);
    assertThat((BigDecimal) list.get(1)).isEqualByComparingTo("-500");
    assertThat(list.get(2)).isEqualTo(true);
    assertThat(list.get(4)).isNull();
    assertThat(list.get(5)).isEqualTo("é\n/🚚");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "0.0",
        "2450.00",
        "-12.5",
        "123456789012345678",
        "-12345678901234567",
        "1234567890123456789",
        "99999999999999999999.999",
        "1e5",
        "-1.5E-7"
      })
  void numberKeepsEveryDigit(String number) throws IOException {
    assertThat(JsonText.parse(number.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new BigDecimal(number));
  }

  @Test
  void unknownMethodIsNotAllowed() {
    assertThat(send("OPTIONS", "/v1/agent/pricing", new byte[0])).isEqualTo(405);
  }

  @Test
  void invalidConfirmationGetsAPlainError() {
    Http.Reply refused = service.confirm(service.createLoad(), "{\"bol_received_at\":TRUE}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().has("code")).isFalse();
  }
}
