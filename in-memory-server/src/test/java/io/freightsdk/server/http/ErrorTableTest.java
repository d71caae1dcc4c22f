package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.KeyScope;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every row of the error table, and the order of checks: key, scope, registration, body, load
 * exists, load belongs to the broker, status, billing.
 */
class ErrorTableTest {
  /** The responses of every operation to every kind of caller. */
  private static final String TABLE =
      """
      createLoad             | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      getLoadPosition        | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      updateLoadStatus       | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED | 410 STATUS_DOOR_CLOSED
      confirmDelivery        | 403 | 422 UNKNOWN_BROKER      | 200                    | 200
      getPricing             | 200 | 200                     | 200                    | 200
      getBalance             | 403 | 200                     | 200                    | 200
      createTrackedLoad      | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      getTrackedLoadPosition | 403 | 422 UNKNOWN_BROKER      | 402 INSUFFICIENT_FUNDS | 503 BILLING_UNAVAILABLE
      topUpByCard            | 403 | 200                     | 200                    | 200
      getServiceCatalog      | 200 | 200                     | 200                    | 200
      """;

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', textBlock = TABLE)
  void everyOperationRespondsToEveryCaller(
      String id, String withoutScopes, String unregistered, String poor, String duringOutage) {
    Operation operation = Operation.ofId(id);
    Broker broker = service.server().createBroker("0.65");
    Http client = service.anyone().as(broker.agentKey());
    String loadNumber = deliveredLoadOf(client);

    assertThat(statusAndCode(service.anyone(), operation, loadNumber)).isEqualTo("401 MISSING_KEY");
    assertThat(statusAndCode(service.anyone().as("fak_nobody"), operation, loadNumber))
        .isEqualTo("401 INVALID_KEY");
    Http scopeless = service.anyone().as(broker.newKey(Set.of()));
    assertThat(statusAndCode(scopeless, operation, loadNumber)).isEqualTo(withoutScopes);
    assertThat(statusAndCode(service.anyone().as(unregistered().agentKey()), operation, loadNumber))
        .isEqualTo(unregistered);
    assertThat(statusAndCode(client, operation, loadNumber)).isEqualTo(poor);

    broker.credit("10.00");
    int debits = broker.debits().size();
    service.server().faults().billingOutage();
    assertThat(statusAndCode(client, operation, loadNumber)).isEqualTo(duringOutage);
    assertThat(broker.debits()).hasSize(debits);
  }

  @Test
  void tableHasEveryOperation() {
    assertThat(TABLE.lines().map(row -> row.substring(0, row.indexOf('|')).trim()))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Operation.values()).map(Operation::id).toList());
  }

  @Test
  void missingFieldsAreListedInTheOrderOfTheDescription() {
    Http.Reply reply =
        service
            .client()
            .post(
                "/v1/agent/loads",
                """
                {"deliveries":[{"address":"2 B","city":"X","state":"TN","zip":"1"}],
                 "pickups":[{"city":"X","state":"??","zip":"45202"}],
                 "driverPhone":7}""");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("error")).isEqualTo("Missing or invalid fields");
    assertThat(reply.json().value())
        .extracting("fields")
        .isEqualTo(
            List.of("driverPhone", "pickups.0.address", "pickups.0.state", "deliveries.0.zip"));
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void emptyBodyLacksEveryRequiredField() {
    Http.Reply reply = service.client().post("/v1/agent/loads", "");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().list("fields"))
        .isEqualTo(List.of("driverPhone", "pickups", "deliveries"));
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void invalidPhoneHasItsOwnCode() {
    Http.Reply reply =
        service
            .client()
            .post("/v1/agent/loads", Orders.TWO_STOPS.replace("+13125550142", "555-0142"));
    expect(reply, 400, "INVALID_DRIVER_PHONE");
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void invalidBolTimeGetsAPlainError() {
    String loadNumber = service.createLoad();
    Http.Reply reply = service.confirm(loadNumber, "{\"bol_received_at\":\"yesterday\"}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("error")).isEqualTo("invalid bol_received_at");
  }

  @Test
  void missingKeyIsRefused() {
    expect(service.anyone().get("/v1/agent/pricing"), 401, "MISSING_KEY");
    Http.Reply basic = service.anyone().get("/v1/agent/pricing", "Authorization", "Basic eDp5");
    expect(basic, 401, "MISSING_KEY");
    assertThat(basic.header("WWW-Authenticate")).isEqualTo("Bearer");
  }

  @Test
  void unknownKeyIsInvalid() {
    expect(service.anyone().as("fak_nobody").get("/v1/agent/balance"), 401, "INVALID_KEY");
  }

  @Test
  void revokedKeyIsInvalidImmediately() {
    String key = service.broker().newKey();
    assertThat(service.anyone().as(key).get("/v1/agent/balance").status()).isEqualTo(200);
    service.broker().revoke(key);
    expect(service.anyone().as(key).get("/v1/agent/balance"), 401, "INVALID_KEY");
  }

  @Test
  void brokerRevokesOnlyItsOwnKeys() {
    Broker other = service.server().createBroker("1.00");
    assertThat(service.broker().revoke(other.agentKey())).isFalse();
    assertThat(service.anyone().as(other.agentKey()).get("/v1/agent/balance").status())
        .isEqualTo(200);
    assertThat(other.revoke(other.agentKey())).isTrue();
    assertThat(other.revoke(other.agentKey())).isFalse();
  }

  @Test
  void insufficientFundsErrorHasBalancePriceAndUrl() {
    Http.Reply reply = service.stranger("0.64").post("/v1/agent/loads", Orders.TWO_STOPS);
    expect(reply, 402, "INSUFFICIENT_FUNDS");
    assertThat(reply.json().number("balanceUsd")).isEqualByComparingTo("0.64");
    assertThat(reply.json().number("priceUsd")).isEqualByComparingTo("0.65");
    assertThat(reply.json().text("billingUrl")).isEqualTo("/billing/topup");
  }

  @Test
  void otherBrokersLoadIsForbidden() {
    String loadNumber = service.createLoad();
    Http stranger = service.stranger("1.00");
    Http.Reply read = stranger.get("/v1/agent/loads/" + loadNumber);
    assertThat(read.status()).isEqualTo(403);
    assertThat(read.json().has("code")).isFalse();
    Http.Reply confirmed =
        stranger.post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", "{}");
    assertThat(confirmed.status()).isEqualTo(403);
    assertThat(stranger.get("/v1/agent/balance").json().number("balanceUsd"))
        .isEqualByComparingTo("1.00");
  }

  @Test
  void missingScopeIsForbidden() {
    String loadNumber = service.createLoad();
    Http reader = service.anyone().as(service.broker().newKey(KeyScope.LOADS_READ));
    assertThat(reader.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(200);
    assertThat(reader.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
    assertThat(reader.post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", "{}").status())
        .isEqualTo(403);
    assertThat(reader.get("/v1/agent/balance").status()).isEqualTo(403);
    assertThat(reader.get("/v1/agent/pricing").status()).isEqualTo(200);
  }

  @Test
  void unknownLoadIsNotFoundAndFree() {
    Http.Reply reply = service.read("LD-2026-9999");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().text("error")).isEqualTo("Load not found");
    assertThat(service.confirm("LD-2026-9999", "{}").status()).isEqualTo(404);
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void everyStatusUpdateIsGone() {
    for (String body : new String[] {"{\"status\":\"DELIVERED\"}", "{", ""}) {
      Http.Reply reply =
          service.client().send("PATCH", "/v1/agent/loads/no-such-load/status", body);
      expect(reply, 410, "STATUS_DOOR_CLOSED");
    }
    Http.Reply anonymous =
        service.anyone().send("PATCH", "/v1/agent/loads/LD-2026-0001/status", "{}");
    expect(anonymous, 401, "MISSING_KEY");
  }

  @Test
  void earlyConfirmationHasAReason() {
    String loadNumber = service.createLoad();
    Http.Reply reply = service.confirm(loadNumber, "{}");
    assertThat(reply.status()).isEqualTo(422);
    Tree body = reply.json();
    assertThat(body.text("error")).isEqualTo("load not at delivery yet");
    assertThat(body.text("status")).isEqualTo("PLANNED");
    assertThat(body.text("reason")).isEqualTo("bol_received_before_geofence_arrive");
  }

  @Test
  void unregisteredBrokerFailsForLoadOperationsOnly() {
    Http client = service.anyone().as(unregistered().agentKey());
    Http.Reply created = client.post("/v1/agent/loads", Orders.TWO_STOPS);
    expect(created, 422, "UNKNOWN_BROKER");
    assertThat(created.json().text("brokerEmail")).isEqualTo("ops@broker.example");
    expect(client.get("/v1/agent/loads/LD-2026-0001"), 422, "UNKNOWN_BROKER");
    expect(
        client.post("/v1/agent/loads/LD-2026-0001/delivery-confirm", "{}"), 422, "UNKNOWN_BROKER");
    assertThat(client.get("/v1/agent/balance").json().number("balanceUsd"))
        .isEqualByComparingTo("5.00");
    assertThat(client.get("/v1/agent/pricing").status()).isEqualTo(200);
  }

  @Test
  void billingOutageChargesNothing() {
    service.server().faults().next(null, Fault.billingUnavailable().withRetryAfter("7"));
    Http.Reply reply = service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    expect(reply, 503, "BILLING_UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isEqualTo("7");
    assertThat(service.broker()).wasNotCharged();
    assertThat(service.server().sms().messages()).isEmpty();
  }

  @Test
  void loadNumberOfAnotherYearIsNotFound() {
    String loadNumber = service.createLoad();
    String balance = service.broker().balanceUsd().toPlainString();
    String other = loadNumber.replaceFirst("-[0-9]+-", "-1999-");
    assertThat(other).isNotEqualTo(loadNumber);
    assertThat(service.read(other).status()).isEqualTo(404);
    assertThat(service.broker()).hasBalance(balance);
  }

  @Test
  void unknownPathIsNotFoundAndWrongMethodListsMethods() {
    assertThat(service.client().get("/v1/agent").status()).isEqualTo(404);
    assertThat(service.client().get("/v1/agent/loads/").status()).isEqualTo(404);
    Http.Reply reply = service.client().send("DELETE", "/v1/agent/loads/LD-2026-0001", null);
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET");
  }

  @Test
  void paidReadDoesNotSupportHead() {
    String loadNumber = service.createLoad();

    Http.Reply reply = service.client().send("HEAD", "/v1/agent/loads/" + loadNumber, null);

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET");
    assertThat(service.broker().debitsFor(loadNumber)).hasSize(1);
  }

  @Test
  void bodyThatIsNoJsonObjectIsRefused() {
    for (String body : new String[] {"{", "[]", "null", "{} {}", "\"x\"", "nonsense"}) {
      expect(service.client().post("/v1/agent/loads", body), 400, "INVALID_JSON");
    }
  }

  @Test
  void otherContentTypeIsRefused() {
    Http.Reply reply =
        service.client().post("/v1/agent/loads", Orders.TWO_STOPS, "Content-Type", "text/plain");
    assertThat(reply.status()).isEqualTo(415);
    Http.Reply withCharset =
        service
            .client()
            .post(
                "/v1/agent/loads",
                Orders.TWO_STOPS,
                "Content-Type",
                "Application/JSON; charset=utf-8");
    assertThat(withCharset.status()).isEqualTo(201);
  }

  @Test
  void bodyOfTwentyMegabytesIsRefused() {
    String huge = "{\"driverPhone\":\"" + "1".repeat(20 << 20) + "\"}";
    assertThat(service.client().post("/v1/agent/loads", huge).status()).isEqualTo(413);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void keyIsCheckedBeforeTheBody() {
    assertThat(service.anyone().post("/v1/agent/loads", "{").status()).isEqualTo(401);
    assertThat(service.anyone().post("/v1/agent/loads", "x", "Content-Type", "text/plain").status())
        .isEqualTo(401);
  }

  @Test
  void scopeIsCheckedBeforeTheRegistration() {
    Broker unregistered = unregistered();
    Http reader = service.anyone().as(unregistered.newKey(KeyScope.LOADS_READ));
    assertThat(reader.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
  }

  @Test
  void registrationIsCheckedBeforeTheBody() {
    Http client = service.anyone().as(unregistered().agentKey());
    assertThat(client.post("/v1/agent/loads", "{").status()).isEqualTo(422);
  }

  @Test
  void bodyIsCheckedBeforeTheLoad() {
    assertThat(service.confirm("LD-2026-9999", "{\"bol_received_at\":1}").status()).isEqualTo(400);
  }

  @Test
  void ownerIsCheckedBeforeBilling() {
    String loadNumber = service.createLoad();
    Http stranger = service.stranger("0.00");
    assertThat(stranger.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(403);
    assertThat(stranger.get("/v1/agent/loads/none").status()).isEqualTo(404);
  }

  @Test
  void bodyIsCheckedBeforeBilling() {
    assertThat(service.stranger("0.00").post("/v1/agent/loads", "{}").status()).isEqualTo(400);
  }

  @Test
  void outageAffectsOnlyCallsThatWouldBeCharged() {
    service.server().faults().billingOutage();
    assertThat(service.anyone().get("/v1/agent/loads/x").status()).isEqualTo(401);
    assertThat(service.read("none").status()).isEqualTo(404);
    assertThat(service.client().post("/v1/agent/loads", "{}").status()).isEqualTo(400);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.client().get("/v1/agent/pricing").status()).isEqualTo(200);
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(service.broker()).wasNotCharged();
  }

  private Broker unregistered() {
    return service
        .server()
        .createBroker(
            BrokerSettings.DEFAULT
                .withEmail("ops@broker.example")
                .withBalance("5.00")
                .withRegistered(false));
  }

  private String deliveredLoadOf(Http client) {
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    service
        .server()
        .driver(loadNumber)
        .driveToNextStop()
        .stay(Duration.ofMinutes(10))
        .driveToNextStop();
    return loadNumber;
  }

  /** The status, and the code if there is one. */
  private static String statusAndCode(Http client, Operation operation, String loadNumber) {
    String path = operation.path().replace("{loadNumber}", loadNumber);
    boolean isGet = operation.method().equals("GET");
    Http.Reply reply =
        client.send(operation.method(), path, isGet ? null : body(operation, loadNumber));
    Tree body = reply.json();
    return body.has("code") ? reply.status() + " " + body.text("code") : "" + reply.status();
  }

  private static String body(Operation operation, String loadNumber) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> Orders.TWO_STOPS;
      case GET_TRACKED_LOAD_POSITION -> "{\"loadNumber\":\"" + loadNumber + "\"}";
      case UPDATE_LOAD_STATUS -> "{\"status\":\"DELIVERED\"}";
      // Too little for any paid call, so that the column stays what it says.
      case TOP_UP_BY_CARD -> "{\"amountUsd\":0.01,\"cardToken\":\"tok_1\"}";
      default -> "{}";
    };
  }

  private static void expect(Http.Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
    assertThat(reply.json().text("code")).isEqualTo(code);
    assertThat(reply.json().text("error")).isNotBlank();
  }
}
