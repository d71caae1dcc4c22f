package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.DescriptionCheck;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The test control names an unknown member or parameter, which may be a typo without effect. */
class UnknownMembersTest {
  private static final String FIX =
      "{\"lat\":39.1031,\"lng\":-84.512,\"timestamp\":\"2026-11-20T12:00:00Z\"}";

  private record Row(String route, String body) {
    /** The body with a member that its first object does not have. */
    String misspelt() {
      return body.replaceFirst("\\{", "{\"misspelt\":1,");
    }
  }

  private static Stream<Row> routes() {
    return Stream.of(
        new Row("POST /clock", "{\"advance\":\"PT1M\"}"),
        new Row("PUT /prices", "{\"load_create\":0.7}"),
        new Row("POST /faults", "{\"kind\":\"RESET\"}"),
        new Row("POST /brokers", "{\"balanceUsd\":1}"),
        new Row("POST /brokers/{id}/keys", "{\"scopes\":[\"loads:read\"]}"),
        new Row("POST /brokers/{id}/credit", "{\"amountUsd\":1}"),
        new Row("POST /trucks", "{\"truckNumber\":\"T-1\",\"driverName\":\"Dana\"}"),
        new Row("POST /loads/{loadNumber}/await-bol", "{\"enabled\":true}"),
        new Row("POST /loads/{loadNumber}/stops/{sequence}/radius", "{\"radiusMeters\":300}"),
        new Row("POST /loads/{loadNumber}/pings", "[" + FIX + "]"),
        new Row("POST /loads/{loadNumber}/drive", "{\"until\":1}"));
  }

  @AutoClose
  private final Service service =
      Service.of(
          InMemoryFreightServer.builder()
              .clockStart(Instant.parse("2026-11-20T12:00:00Z"))
              .frozenClock());

  private final String load = service.createLoad();

  private Http.Reply send(String route, String body) {
    String path =
        route
            .substring(route.indexOf('/') + 1)
            .replace("{id}", service.broker().brokerId())
            .replace("{loadNumber}", load)
            .replace("{sequence}", "1")
            .replaceAll("\\{[^}]+}", "1");
    return service.admin(route.substring(0, route.indexOf(' ')), path, body);
  }

  /** The state that routes can change, as the control shows it. */
  private String state() {
    StringBuilder state = new StringBuilder();
    for (String shown : List.of("clock", "prices", "faults", "brokers", "sms", "loads")) {
      state.append(service.admin("GET", shown, null).text()).append('\n');
    }
    return state.toString();
  }

  @Test
  void unknownParameterIsNamedAndChangesNothing() {
    String before = state();
    for (String route : DescriptionCheck.ADMIN.routes()) {
      if (route.equals("GET /health")) continue;
      Http.Reply refused = send(route + "?misspelt=1", "{}");
      assertThat(refused.status()).as(route).isEqualTo(400);
      assertThat(refused.json().text("error")).contains("no parameter misspelt");
      for (String known : DescriptionCheck.ADMIN.parameters(route)) {
        assertThat(send(route + "?" + known + "=", null).text())
            .as(route + " " + known)
            .doesNotContain("no parameter");
      }
    }
    assertThat(state()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "loads?status=NOPE",
        "requests?status=40",
        "requests?status=9xx",
        "requests?operation=getLoad",
        "requests?fault=NOPE"
      })
  void filterWithAnUnknownValueIsRefused(String path) {
    Http.Reply refused = service.admin("GET", path, null);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().text("error"))
        .startsWith(path.substring(path.indexOf('?') + 1, path.indexOf('=')) + " must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "loads?status=planned",
        "requests?status=4XX",
        "requests?status=201",
        "requests?status=0",
        "requests?operation=createload",
        "requests?fault=any",
        "requests?fault=reset"
      })
  void filterWithAKnownValueIsAccepted(String path) {
    assertThat(service.admin("GET", path, null).status()).isEqualTo(200);
  }

  @Test
  void everyRouteWithABodyHasARow() {
    assertThat(routes().map(Row::route))
        .containsExactlyInAnyOrderElementsOf(DescriptionCheck.ADMIN.routesWithJson());
  }

  @Test
  void errorsListTheInputsOfTheDescription() {
    for (String route : DescriptionCheck.ADMIN.routes()) {
      if (route.equals("GET /health")) continue;
      assertThat(send(route + "?misspelt=1", null).json().text("error"))
          .endsWith(listed("the parameters are ", DescriptionCheck.ADMIN.parameters(route)));
    }
    for (Row row : routes().filter(it -> !it.route.endsWith("/prices")).toList()) {
      assertThat(send(row.route, row.misspelt()).json().text("error"))
          .endsWith(listed("the members are ", DescriptionCheck.ADMIN.members(row.route)));
    }
  }

  private static String listed(String intro, List<String> names) {
    return names.isEmpty() ? "this route has none" : intro + String.join(", ", names);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void unknownMemberIsNamedAndChangesNothing(Row row) {
    String before = state();

    Http.Reply refused = send(row.route, row.misspelt());

    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.json().text("error")).contains("misspelt");
    assertThat(state()).isEqualTo(before);
    assertThat(DescriptionCheck.ADMIN.bodyViolations(row.route, row.misspelt())).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("routes")
  void bodyWithoutTheMemberIsAccepted(Row row) {
    assertThat(send(row.route, row.body).status()).isBetween(200, 201);
    assertThat(DescriptionCheck.ADMIN.bodyViolations(row.route, row.body)).isEmpty();
  }

  @Test
  void oneUnknownMemberRefusesAllFixes() {
    Http.Reply refused =
        send(
            "POST /loads/{loadNumber}/pings",
            "[" + FIX + "," + FIX.replace("timestamp", "ts") + "]");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().text("error")).contains("no member ts").contains("timestamp");
    assertThat(service.server().load(load).view().pingCount()).isZero();
  }

  @Test
  void phoneMaySendOtherMembers() {
    String ping = "/api/driver/" + service.server().load(load).view().driverToken() + "/ping";

    assertThat(service.anyone().post(ping, FIX.replace("{", "{\"battery\":0.5,")).status())
        .isEqualTo(200);
    assertThat(service.server().load(load).view().pingCount()).isEqualTo(1);
  }
}
