package io.freightsdk.server;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminRoutesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  @Test
  void brokerIsCreatedAndCredited() {
    Tree broker = admin("POST", "brokers", "{\"balanceUsd\":\"1.00\"}", 201);
    String id = broker.text("brokerId");
    Http client = service.anyone().as(broker.text("agentKey"));
    Tree created = client.post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1").json();
    Tree credited = admin("POST", "brokers/" + id + "/credit", "{\"amountUsd\":2.5}", 200);
    assertThat(credited.number("balanceUsd")).isEqualByComparingTo("2.85");
    Tree ledger = admin("GET", "brokers/" + id + "/ledger", null, 200);
    assertThat(ledger.number("balanceUsd")).isEqualByComparingTo("2.85");
    assertThat(ledger.size("entries")).isEqualTo(3);
    assertThat(ledger.text("entries.1.type")).isEqualTo("DEBIT");
    assertThat(ledger.text("entries.1.operation")).isEqualTo("createLoad");
    assertThat(ledger.number("entries.1.amountUsd")).isEqualByComparingTo("0.65");
    assertThat(ledger.text("entries.1.loadNumber")).isEqualTo(created.text("loadNumber"));
    assertThat(ledger.text("entries.1.idempotencyKey")).isEqualTo("k1");
  }

  @Test
  void brokerIsCreatedUnregisteredAndWithScopes() {
    Tree broker =
        admin(
            "POST",
            "brokers",
            "{\"email\":\"a@b.example\",\"registered\":false,\"scopes\":[\"loads:create\"]}",
            201);
    Http client = service.anyone().as(broker.text("agentKey"));
    assertThat(client.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(422);
    assertThat(client.get("/v1/agent/balance").status()).isEqualTo(403);
  }

  @Test
  void keysAreCreatedAndRevoked() {
    String id = service.broker().brokerId();
    String key =
        admin("POST", "brokers/" + id + "/keys", "{\"scopes\":[\"billing:read\"]}", 201)
            .text("agentKey");
    Http client = service.anyone().as(key);
    assertThat(client.get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(client.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
    admin("DELETE", "keys/" + key, null, 200);
    assertThat(client.get("/v1/agent/balance").status()).isEqualTo(401);
    admin("DELETE", "keys/" + key, null, 404);
  }

  @Test
  void errorForAnUnknownPathNamesTheDescription() {
    assertThat(admin("POST", "broker", "{}", 404).text("error"))
        .contains("GET /__admin/openapi.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "loads?limit=18446744073709551615",
        "loads?offset=9223372036854775808",
        "requests?before=9223372036854775808",
        "requests?limit=-1"
      })
  void errorForANumberOutOfRangeNamesTheParameter(String path) {
    String name = path.substring(path.indexOf('?') + 1, path.indexOf('='));
    assertThat(admin("GET", path, null, 400).text("error"))
        .startsWith(name + " must be a whole number");
  }

  @Test
  void pricesAreReadAndChanged() {
    assertThat(admin("GET", "prices", null, 200).number("prices.load_create"))
        .isEqualByComparingTo("0.65");
    assertThat(admin("PUT", "prices", "{\"load_create\":0.70}", 200).number("prices.load_create"))
        .isEqualByComparingTo("0.70");
    assertThat(
            admin("PUT", "prices", "{\"prices\":{\"position_read\":\"0.03\"}}", 200)
                .number("prices.position_read"))
        .isEqualByComparingTo("0.03");
    admin("PUT", "prices", "{\"delivery_confirm\":1}", 400);
    admin("PUT", "prices", "{\"unknown\":1}", 400);
    admin("PUT", "prices", "{\"prices\":{},\"load_create\":0.60}", 400);
  }

  @Test
  void clockIsReadAdvancedAndSet() {
    assertThat(admin("GET", "clock", null, 200).instant("now")).isEqualTo(NOW);
    assertThat(admin("POST", "clock", "{\"advance\":\"PT15M\"}", 200).instant("now"))
        .isEqualTo(NOW.plusSeconds(900));
    assertThat(admin("POST", "clock", "{\"set\":\"2026-01-15T08:00:00Z\"}", 200).instant("now"))
        .isEqualTo(Instant.parse("2026-01-15T08:00:00Z"));
    admin("POST", "clock", "{}", 400);
    admin("POST", "clock", "{\"advance\":\"PT1M\",\"set\":\"2026-01-15T08:00:00Z\"}", 400);
    assertThat(admin("POST", "clock", "{\"advance\":\"-PT1M\"}", 400).text("error"))
        .isEqualTo("clock: cannot advance by PT-1M; use set to go backwards");
    admin("POST", "clock", "{\"advance\":\"soon\"}", 400);
  }

  @Test
  void faultsArePlannedAndRemoved() {
    admin(
        "POST",
        "faults",
        "{\"operation\":\"getBalance\",\"kind\":\"STATUS\",\"times\":2,\"status\":503,"
            + "\"retryAfter\":4}",
        201);
    Http.Reply struck = service.client().get("/v1/agent/balance");
    assertThat(struck.status()).isEqualTo(503);
    assertThat(struck.header("Retry-After")).isEqualTo("4");
    admin("DELETE", "faults", null, 200);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    admin("POST", "faults", "{\"operation\":\"createLoad\",\"kind\":\"NONSENSE\"}", 400);
    Tree wrong = admin("POST", "faults", "{\"operation\":\"nonsense\",\"kind\":\"DELAY\"}", 400);
    assertThat(wrong.text("error")).startsWith("operation must be one of *, createLoad, ");
    admin("POST", "faults", "{\"operation\":\"*\",\"kind\":\"STATUS\",\"times\":0}", 400);
    admin("POST", "faults", "{\"kind\":\"STATUS\",\"status\":42}", 400);
  }

  @Test
  void plannedFaultIsListedWithAllItsMembers() {
    Tree status =
        admin(
            "POST",
            "faults",
            """
            {"operation":"getBalance","kind":"STATUS","status":429,"phase":"AFTER_COMMIT",
             "retryAfter":7,"body":{"error":"slow down"},"headers":{"X-Edge":"e1"}}""",
            201);
    assertThat(status.text("phase")).isEqualTo("AFTER_COMMIT");
    assertThat(status.text("status")).isEqualTo("429");
    assertThat(status.text("retryAfter")).isEqualTo("7");
    assertThat(status.text("body")).isEqualTo("{\"error\":\"slow down\"}");
    assertThat(status.text("headers.X-Edge")).isEqualTo("e1");
    assertThat(status.text("delay")).isNull();
    admin("POST", "faults", "{\"kind\":\"DELAY\",\"delay\":1.5,\"times\":2}", 201);

    Tree planned = admin("GET", "faults", null, 200);
    assertThat(planned.text("faults.0.body")).isEqualTo(status.text("body"));
    assertThat(planned.text("faults.1.delay")).isEqualTo("PT1.5S");
    assertThat(planned.text("faults.1.phase")).isEqualTo("BEFORE_PROCESSING");
    assertThat(planned.text("faults.1.when")).isEqualTo("the next 2 calls");

    Http.Reply struck = service.client().get("/v1/agent/balance");
    assertThat(struck.status()).isEqualTo(429);
    assertThat(struck.header("X-Edge")).isEqualTo("e1");
    assertThat(struck.json().text("error")).isEqualTo("slow down");
  }

  @Test
  void faultHasABodyOfTextOrJson() {
    String gateway =
        """
        {"kind":"STATUS","status":502,"body":"<h1>no</h1>","headers":{"Content-Type":"text/html"}}""";
    assertThat(admin("POST", "faults", gateway, 201).text("body")).isEqualTo("<h1>no</h1>");
    for (String members :
        List.of(
            "\"status\":502,\"body\":7",
            "\"status\":502,\"headers\":[]",
            "\"status\":502,\"headers\":{\"X-A\":null}",
            "\"status\":502,\"headers\":{\"Connection\":\"close\"}")) {
      admin("POST", "faults", "{\"kind\":\"STATUS\"," + members + "}", 400);
    }
    admin("POST", "faults", "{\"kind\":\"RESET\",\"body\":\"x\"}", 400);
  }

  @Test
  void billingOutageAffectsEveryPaidOperation() {
    admin(
        "POST",
        "faults",
        "{\"operation\":\"*\",\"kind\":\"BILLING_UNAVAILABLE\",\"times\":1}",
        201);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(201);
  }

  @Test
  void requestsAreListedWithoutTheirKeys() {
    String loadNumber = service.createLoad();
    String driverToken = service.server().load(loadNumber).view().driverToken();
    service.anyone().post("/api/driver/" + driverToken + "/ping", "{}");
    Http.Reply reply = service.admin("GET", "requests?limit=2", null);
    Tree requests = reply.json();
    assertThat(requests.size("requests")).isEqualTo(2);
    assertThat(requests.text("requests.0.operation")).isEqualTo("createLoad");
    assertThat(requests.integer("requests.0.status")).isEqualTo(201);
    assertThat(requests.text("requests.1.path")).isEqualTo("/api/driver/drv_***/ping");
    assertThat(reply.text())
        .doesNotContain(service.broker().agentKey())
        .doesNotContain(driverToken)
        .contains("5550142");
    admin("GET", "requests?limit=x", null, 400);
  }

  @Test
  void loadsAreListedInPagesNewestFirst() {
    for (int i = 1; i <= 4; i++) service.createLoad();
    Tree page = admin("GET", "loads?offset=1&limit=2", null, 200);
    assertThat(page.size("loads")).isEqualTo(2);
    assertThat(page.text("loads.0.loadNumber")).isEqualTo("LD-2026-0003");
    assertThat(page.text("loads.1.loadNumber")).isEqualTo("LD-2026-0002");
  }

  @Test
  void requestsAreListedInPages() {
    for (int i = 1; i <= 9; i++) service.client().get("/v1/agent/balance");
    Tree newest = admin("GET", "requests?limit=4", null, 200);
    assertThat(newest.integer("matching")).isEqualTo(9);
    assertThat(newest.integer("requests.0.sequence")).isEqualTo(6);
    Tree earlier = admin("GET", "requests?limit=4&before=6", null, 200);
    assertThat(earlier.integer("matching")).isEqualTo(9);
    assertThat(earlier.integer("requests.0.sequence")).isEqualTo(2);
    assertThat(earlier.integer("requests.3.sequence")).isEqualTo(5);
    assertThat(admin("GET", "requests?limit=4&before=2", null, 200).size("requests")).isEqualTo(1);
    assertThat(admin("GET", "requests?before=1", null, 200).size("requests")).isZero();
    assertThat(admin("GET", "requests?before=99", null, 200).size("requests")).isEqualTo(9);
    String most = "requests?limit=" + Integer.MAX_VALUE + "&before=";
    assertThat(admin("GET", most + Long.MAX_VALUE, null, 200).size("requests")).isEqualTo(9);
    assertThat(admin("GET", most + 4, null, 200).size("requests")).isEqualTo(3);
  }

  @Test
  void requestsAreSelectedByStatus() {
    Http client = service.client();
    client.get("/v1/agent/balance");
    client.get("/v1/agent/loads/LD-1970-0001");
    service.server().faults().next(Operation.GET_BALANCE, Fault.status(504));
    client.get("/v1/agent/balance");
    for (String status : List.of("2xx", "4xx", "404", "5xx")) {
      Tree selected = admin("GET", "requests?status=" + status, null, 200);
      assertThat(selected.integer("matching")).as(status).isEqualTo(1);
      assertThat(selected.integer("requests.0.status") / 100).isEqualTo(status.charAt(0) - '0');
    }
  }

  @Test
  void nullScopeIsRefused() {
    admin("POST", "brokers", "{\"scopes\":[null]}", 400);
  }

  @Test
  void plusInASearchMatchesASpace() {
    service.client().post("/v1/agent/loads", Orders.body("PO 7731"));
    for (String query : List.of("PO+7731", "PO%207731")) {
      assertThat(admin("GET", "loads?q=" + query, null, 200).integer("matching")).isEqualTo(1);
    }
  }

  @Test
  void messagesAreFoundByPhone() {
    String loadNumber = service.createLoad();
    for (String phone : new String[] {"+13125550142", "%2B13125550142"}) {
      Tree sms = admin("GET", "sms?phone=" + phone, null, 200);
      assertThat(sms.text("messages.0.loadNumber")).isEqualTo(loadNumber);
      assertThat(sms.text("messages.0.text")).contains(sms.text("messages.0.link"));
    }
    assertThat(admin("GET", "sms?phone=%2B1999", null, 200).size("messages")).isZero();
  }

  @Test
  void olderMessagesAreOnTheNextPage() {
    List<String> loads = List.of(service.createLoad(), service.createLoad(), service.createLoad());

    Tree page = admin("GET", "sms?offset=1&limit=1", null, 200);

    assertThat(page.integer("matching")).isEqualTo(3);
    assertThat(page.size("messages")).isOne();
    assertThat(page.text("messages.0.loadNumber")).isEqualTo(loads.get(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PO-7731",
        "po-77",
        "7731",
        "%2B12065550175",
        "+12065550175",
        "2065550175",
        "5550175",
        "0175",
        "(206)%20555-0175"
      })
  void loadIsFoundByReferenceAndPhone(String query) {
    service.client().post("/v1/agent/loads", Orders.body("PO-1715"));
    String order = Orders.body("PO-7731").replace("+13125550142", "(206) 555-0175");
    String wanted = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);

    Tree found = admin("GET", "loads?q=" + query, null, 200);

    assertThat(found.integer("matching")).isEqualTo(1);
    assertThat(found.text("loads.0.loadNumber")).isEqualTo(wanted);
  }

  @Test
  void loadIsFoundByItsCompleteIdOnly() {
    Tree order = service.client().post("/v1/agent/loads", Orders.TWO_STOPS).json();
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    String id = order.text("loadId");

    assertThat(admin("GET", "loads?q=" + id, null, 200).integer("matching")).isEqualTo(1);
    for (int i = 0; i + 4 < id.length(); i++) {
      String part = id.substring(i, i + 4);
      assertThat(admin("GET", "loads?q=" + part, null, 200).integer("matching")).as(part).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"142", "PO-9", "55501429", "3125550", "+"})
  void searchWithoutAMatchFindsNothing(String query) {
    service.client().post("/v1/agent/loads", Orders.body("PO-1715"));
    assertThat(admin("GET", "loads?q=%2B" + query, null, 200).integer("matching")).isZero();
  }

  @Test
  void loadHasAllMembersOfItsOrder() {
    String order =
        String.format(
            Locale.ROOT,
            """
        {"driverPhone":"(312) 555-0142","customerRef":" PO-7731 ","shipperName":"Valley Fresh",
         "carrierName":"Blue Line","truckNumber":"T-100","equipmentType":"REEFER","weight":41200.5,
         "rate":1850.25,"miles":268,
         "pickups":[{%s,"facilityName":"Dock 4"}],"deliveries":[%s]}""",
            Orders.pickupMembers(),
            Orders.delivery());
    String number = service.client().post("/v1/agent/loads", order).json().text("loadNumber");

    Tree load = admin("GET", "loads/" + number, null, 200);

    assertThat(load.text("order.driverPhone")).isEqualTo("+13125550142");
    assertThat(load.text("order.customerRef")).isEqualTo("PO-7731");
    assertThat(load.text("order.shipperName")).isEqualTo("Valley Fresh");
    assertThat(load.text("order.carrierName")).isEqualTo("Blue Line");
    assertThat(load.text("order.truckNumber")).isEqualTo("T-100");
    assertThat(load.text("order.equipmentType")).isEqualTo("REEFER");
    assertThat(load.number("order.weight")).isEqualByComparingTo("41200.5");
    assertThat(load.number("order.rate")).isEqualByComparingTo("1850.25");
    assertThat(load.number("order.miles")).isEqualByComparingTo("268");
    assertThat(load.text("stops.0.address")).isEqualTo("100 Main St");
    assertThat(load.text("stops.0.zip")).isEqualTo("45202");
    assertThat(load.text("stops.0.facilityName")).isEqualTo("Dock 4");
    assertThat(load.text("stops.1.facilityName")).isNull();
    assertThat(service.server().load(number)).asString().doesNotContain("5550142", "1850");
  }

  @Test
  void loadKeepsAFacilityNameThatEqualsItsAddress() {
    String pickup = Orders.pickup().replace("{", "{\"facilityName\":\"100 Main St\",");
    String order =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":[%s],\"deliveries\":[%s]}"
            .formatted(pickup, Orders.delivery());
    String number = service.client().post("/v1/agent/loads", order).json().text("loadNumber");

    Tree load = admin("GET", "loads/" + number, null, 200);

    assertThat(load.text("stops.0.address")).isEqualTo("100 Main St");
    assertThat(load.text("stops.0.facilityName")).isEqualTo("100 Main St");
  }

  @Test
  void planningAFaultReturnsItsId() {
    Tree rule = admin("POST", "faults", "{\"kind\":\"STATUS\",\"status\":500}", 201);
    Tree same = admin("POST", "faults", "{\"kind\":\"STATUS\",\"status\":500}", 201);
    assertThat(same.text("id")).isNotEqualTo(rule.text("id"));
    assertThat(rule.text("when")).isEqualTo("the next call");
    admin("DELETE", "faults/" + rule.text("id"), null, 200);
    assertThat(admin("GET", "faults", null, 200).size("faults")).isEqualTo(1);
  }

  @Test
  void loadIsDrivenAndExplained() {
    String loadNumber = service.createLoad();
    Tree atPickup =
        admin("POST", "loads/" + loadNumber + "/drive", "{\"until\":\"AT_PICKUP\"}", 200);
    assertThat(atPickup.text("status")).isEqualTo("AT_PICKUP");
    Tree delivered =
        admin(
            "POST",
            "loads/" + loadNumber + "/drive",
            "{\"speedMph\":55,\"fixInterval\":\"PT2M\",\"until\":\"DELIVERED\"}",
            200);
    assertThat(delivered.text("status")).isEqualTo("DELIVERED");
    Tree explained = admin("GET", "loads/" + loadNumber + "/explain", null, 200);
    assertThat(explained.list("fixes")).hasSize(delivered.integer("pingCount"));
    assertThat(explained.text("fixes.0.statusBefore")).isEqualTo("PLANNED");
    String second = explained.text("fixes.1.ts");
    Tree later = admin("GET", "loads/" + loadNumber + "/explain?after=" + second, null, 200);
    assertThat(later.list("fixes")).hasSize(delivered.integer("pingCount") - 2);
    admin("POST", "loads/" + loadNumber + "/drive", "{\"until\":\"PLANNED\"}", 400);
    admin("POST", "loads/" + loadNumber + "/drive", "{\"speedMph\":500}", 400);
  }

  @Test
  void loadHasItsLatestFix() {
    String loadNumber = service.createLoad();
    assertThat(admin("GET", "loads/" + loadNumber, null, 200).at("lastFix").value()).isNull();
    String fix = "[{\"lat\":38.5,\"lng\":-84.5,\"timestamp\":\"%s\"}]";
    String time = service.server().clock().now().toString();
    admin("POST", "loads/" + loadNumber + "/pings", fix.replace("%s", time), 200);
    Tree load = admin("GET", "loads/" + loadNumber, null, 200);
    assertThat(load.number("lastFix.lat")).isEqualByComparingTo("38.5");
    assertThat(load.number("lastFix.lng")).isEqualByComparingTo("-84.5");
    assertThat(load.instant("lastFix.ts"))
        .isEqualTo(service.server().load(loadNumber).view().lastFix().time());
  }

  @Test
  void loadIsDrivenToAStop() {
    String loadNumber = service.createLoad();
    Tree load = admin("POST", "loads/" + loadNumber + "/drive", "{\"until\":1}", 200);
    assertThat(load.text("stops.0.arrivedAt")).isNotNull();
  }

  @Test
  void loadWaitsForItsBillOfLading() {
    String loadNumber = service.createLoad();
    admin("POST", "loads/" + loadNumber + "/await-bol", "{\"enabled\":true}", 200);
    Tree load = admin("POST", "loads/" + loadNumber + "/drive", "{\"until\":\"AT_DELIVERY\"}", 200);
    assertThat(load.text("status")).isEqualTo("AT_DELIVERY");
    admin("POST", "loads/" + loadNumber + "/await-bol", "{}", 400);
  }

  @Test
  void loadIsCancelled() {
    String loadNumber = service.createLoad();
    assertThat(admin("POST", "loads/" + loadNumber + "/cancel", null, 200).text("status"))
        .isEqualTo("CANCELLED");
    assertThat(service.confirm(loadNumber, "{}").status()).isEqualTo(422);
  }

  @Test
  void recordedFixesSkipTheChecksOfAgeAndThrottleOnly() {
    String loadNumber = service.createLoad();
    Tree outcome =
        admin(
            "POST",
            "loads/" + loadNumber + "/pings",
            """
            [{"lat":39.0,"lng":-84.0,"timestamp":"2020-01-01T00:00:00Z"},
             {"lat":39.0001,"lng":-84.0,"timestamp":"2020-01-01T00:00:01Z"},
             {"lat":39.0,"lng":-84.0,"timestamp":"2030-01-01T00:00:00Z"},
             {"lat":99.0,"lng":-84.0},
             {"lat":41.0,"lng":-84.0,"timestamp":"2030-01-01T00:01:00Z"},
             7]""",
            200);
    assertThat(outcome.integer("accepted")).isEqualTo(3);
    assertThat(outcome.integer("refused.0.index")).isEqualTo(3);
    assertThat(outcome.text("refused.0.reason")).isEqualTo("invalid_coords");
    assertThat(outcome.text("refused.1.reason")).isEqualTo("teleport");
    assertThat(outcome.text("refused.2.reason")).isEqualTo("not_an_object");
    admin("POST", "loads/" + loadNumber + "/pings", "{}", 400);
  }

  @Test
  void truckIsRegistered() {
    admin(
        "POST",
        "trucks",
        "{\"truckNumber\":\"T-1\",\"driverName\":\"Dana\",\"driverPhone\":\"+13125550142\"}",
        201);
    String body = Orders.TWO_STOPS.replaceFirst("\\{", "{\"truckNumber\":\"T-1\",");
    assertThat(service.client().post("/v1/agent/loads", body).json().text("driverResolution"))
        .isEqualTo("bound");
    assertThat(
            service
                .client()
                .post("/v1/agent/loads", Orders.TWO_STOPS)
                .json()
                .text("driverResolution"))
        .as("by the phone")
        .isEqualTo("bound");
    admin("POST", "trucks", "{\"truckNumber\":\"T-3\",\"driverPhone\":\"bad\"}", 400);
    admin("POST", "trucks", "{\"truckNumber\":\"T-2\"}", 201);
    admin("POST", "trucks", "{\"driverName\":\"Dana\"}", 400);
    admin("POST", "trucks", "{\"truckNumber\":\" \"}", 400);
  }

  @Test
  void resetDeletesEverything() {
    String loadNumber = service.createLoad();
    admin("POST", "reset", null, 200);
    admin("GET", "loads/" + loadNumber, null, 404);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(401);
    assertThat(admin("GET", "requests", null, 200).size("requests")).isEqualTo(1);
    assertThat(admin("GET", "sms", null, 200).size("messages")).isZero();
  }

  @Test
  void resetRestoresThePaceAndTheInitialKeys() {
    try (InMemoryFreightServer started =
        ServerInProcess.start(
            InMemoryFreightServer.builder().broker(BrokerSettings.DEFAULT).timeScale(2))) {
      String key = started.initialBrokers().get(0).agentKey();
      Http control = Http.to(started);
      control.post("/__admin/clock", "{\"pace\":0}");
      control.post("/__admin/reset", "");

      assertThat(control.get("/__admin/clock").json().text("pace")).isEqualTo("2.0");
      assertThat(control.as(key).get("/v1/agent/balance").status()).isEqualTo(200);
    }
  }

  @Test
  void longAmountIsRefused() {
    String zeros = "0".repeat(64);
    assertThat(admin("POST", "brokers", "{\"balanceUsd\":\"" + zeros + "1\"}", 400).text("error"))
        .startsWith("balanceUsd must be an amount");
  }

  @Test
  void uploadAcceptsManyFixes() {
    String ping = "{\"lat\":39.1,\"lng\":-84.5,\"timestamp\":\"2026-11-20T12:00:00Z\"}";
    String pings = "[" + (ping + ",").repeat(20_000) + ping + "]";
    assertThat(pings.length()).isGreaterThan(1 << 20);
    Tree sent = admin("POST", "loads/" + service.createLoad() + "/pings", pings, 200);
    assertThat(sent.text("accepted")).isEqualTo("1");
  }

  @Test
  void unknownLoadsAndBrokersAreNotFound() {
    admin("GET", "loads/none", null, 404);
    admin("POST", "brokers/none/credit", "{\"amountUsd\":1}", 404);
    admin("GET", "brokers/none/ledger", null, 404);
  }

  @Test
  void ledgerHasTheBrokersEntries() {
    service.createLoad();
    Tree ledger = admin("GET", "brokers/" + service.broker().brokerId() + "/ledger", null, 200);
    assertThat(ledger.size("entries")).isEqualTo(service.broker().ledger().size());
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void ledgerIsListedInPages() {
    String ledger = "brokers/" + service.broker().brokerId() + "/ledger";
    for (int i = 0; i < 120; i++) service.broker().credit("1.00");
    Tree newest = admin("GET", ledger, null, 200);
    assertThat(newest.size("entries")).isEqualTo(100);
    assertThat(newest.integer("matching")).isEqualTo(121);
    assertThat(newest.number("entries.99.balanceAfterUsd")).isEqualByComparingTo("145.00");
    Tree oldest = admin("GET", ledger + "?limit=100&offset=100", null, 200);
    assertThat(oldest.size("entries")).isEqualTo(21);
    assertThat(oldest.number("entries.0.balanceAfterUsd")).isEqualByComparingTo("25.00");
    assertThat(admin("GET", ledger + "?offset=121", null, 200).size("entries")).isZero();
  }

  private Tree admin(String method, String path, String body, int status) {
    Http.Reply reply = service.admin(method, path, body);
    assertThat(reply.status()).as(method + " " + path + ": " + reply).isEqualTo(status);
    return reply.json();
  }
}
