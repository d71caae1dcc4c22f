package io.freightsdk.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Random requests never cause an error of the server. */
class HttpFuzzTest {
  private static Service service;
  private static String driverToken;

  @BeforeContainer
  static void start() {
    service = Service.start();
    driverToken = service.server().load(service.createLoad()).view().driverToken();
  }

  @AfterContainer
  static void stop() {
    service.close();
  }

  @Property(tries = 37, seed = "-1806817341")
  void creationsNeverFail(@ForAll("mutatedOrders") String body) {
    expectNoFault(exchange("POST", "/v1/agent/loads", "", body));
  }

  @Property(tries = 37, seed = "1893525264")
  void pingsNeverFail(@ForAll("pings") String body) {
    expectNoFault(exchange("POST", "/api/driver/" + driverToken + "/ping", "", body));
  }

  @Property(tries = 25, seed = "-1606355539")
  void confirmationsNeverFail(@ForAll("json") String value) {
    expectNoFault(
        exchange(
            "POST",
            "/v1/agent/loads/LD-2026-0001/delivery-confirm",
            "",
            "{\"bol_received_at\":" + value + "}"));
  }

  @Property(tries = 25, seed = "-2084825525")
  void controlBodiesNeverFail(@ForAll("adminPaths") String path, @ForAll("json") String value) {
    String body =
        String.format(
            Locale.ROOT,
            "{\"advance\":%1$s,\"balanceUsd\":%1$s,\"kind\":%1$s,\"scopes\":%1$s,\"enabled\":%1$s}",
            value);
    expectNoFault(exchange("POST", path, "", body));
  }

  @Property(tries = 37, seed = "375005483")
  void pathsNeverFail(@ForAll("paths") String path) {
    expectNoFault(exchange("GET", path, "", ""));
  }

  @Property(tries = 25, seed = "599895251")
  void headersNeverFail(@ForAll("headerValues") String value) {
    expectNoFault(
        exchange("POST", "/v1/agent/loads", "Idempotency-Key: " + value, Orders.TWO_STOPS));
    expectNoFault(exchange("GET", "/v1/agent/balance", "Content-Type: " + value, ""));
  }

  @Provide
  Arbitrary<String> json() {
    Arbitrary<String> text =
        Arbitraries.strings()
            .ofMaxLength(20)
            .map(raw -> "\"" + raw.replaceAll("[\"\\\\\\p{Cntrl}]", "") + "\"");
    return Arbitraries.oneOf(
        text,
        Arbitraries.of(
            "null",
            "true",
            "-1",
            "1e308",
            "1e999",
            "-0.0",
            "12345678901234567890",
            "[]",
            "{}",
            "[[[[]]]]",
            "{\"a\":{\"a\":1}}",
            "\"2026-02-30T00:00:00Z\"",
            "\"+999999999-01-01T00:00:00Z\"",
            "\"2026-11-20T08:00:00+23:00\"",
            "\"PT-1S\"",
            "\"P9999999999D\"",
            "1e-400",
            "\"\\u0000\"",
            "\"\\ud800\""));
  }

  @Provide
  Arbitrary<String> mutatedOrders() {
    Arbitrary<String> members =
        Arbitraries.of(
            "driverPhone",
            "pickups",
            "deliveries",
            "rate",
            "customerRef",
            "truckNumber",
            "lat",
            "zip",
            "state",
            "date",
            "address");
    Arbitrary<String> replaced =
        Combinators.combine(members, json())
            .as(
                (member, value) ->
                    Orders.body("x")
                        .replaceFirst(
                            "\"" + member + "\":(\"[^\"]*\"|[-0-9.]+|\\[)",
                            java.util.regex.Matcher.quoteReplacement(
                                "\"" + member + "\":" + value + ",\"x\":["))
                        .replace("[]", "["));
    Arbitrary<String> added =
        Combinators.combine(members, json())
            .as(
                (member, value) ->
                    Orders.TWO_STOPS.replaceFirst(
                        "\\{",
                        java.util.regex.Matcher.quoteReplacement(
                            "{\"" + member + "\":" + value + ",")));
    return Arbitraries.oneOf(replaced, added, Arbitraries.strings().ofMaxLength(200));
  }

  @Provide
  Arbitrary<String> pings() {
    return Combinators.combine(json(), json(), json(), json())
        .as(
            (lat, lng, accuracy, timestamp) ->
                String.format(
                    Locale.ROOT,
                    "{\"lat\":%s,\"lng\":%s,\"accuracy\":%s,\"timestamp\":%s}",
                    lat,
                    lng,
                    accuracy,
                    timestamp));
  }

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> segment =
        Arbitraries.oneOf(
            Arbitraries.of(
                "v1",
                "agent",
                "loads",
                "..",
                ".",
                "",
                "%2e%2e",
                "%00",
                "%2F",
                "%zz",
                "%",
                "track",
                "api",
                "driver",
                "__admin",
                "events",
                "LD-2026-0001",
                "*",
                "a?b=%ff",
                "#x",
                ";a=b"),
            Arbitraries.strings().withCharRange('!', '~').ofMaxLength(10));
    return segment.list().ofMaxSize(6).map(parts -> "/" + String.join("/", parts));
  }

  @Provide
  Arbitrary<String> adminPaths() {
    return Arbitraries.of(
        "/__admin/clock",
        "/__admin/brokers",
        "/__admin/faults",
        "/__admin/trucks",
        "/__admin/loads/LD-2026-0001/await-bol",
        "/__admin/loads/LD-2026-0001/pings");
  }

  @Provide
  Arbitrary<String> headerValues() {
    return Arbitraries.strings().withCharRange(' ', '\u00ff').ofMaxLength(300);
  }

  /** Sends a request and returns the status. {@code header} is empty for none. */
  private static int exchange(String method, String path, String header, String body) {
    List<String> lines = new ArrayList<>();
    lines.add("Authorization: Bearer " + service.broker().agentKey());
    if (!header.isEmpty()) lines.add(header);
    if (!header.startsWith("Content-Type")) lines.add("Content-Type: application/json");
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return service.anyone().sendOnly(method, path, bytes, lines.toArray(new String[0])).status();
  }

  private static void expectNoFault(int status) {
    // A fault planned through the test control responds as planned.
    assertThat(status).isBetween(200, 499);
  }
}
