package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.Scope;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Every row of the error table (API description, section 7). */
class ErrorTableTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void missingFieldsAreNamedInTheOrderOfTheDescription() {
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
  void anEmptyBodyLacksEveryRequiredField() {
    Http.Reply reply = service.client().post("/v1/agent/loads", "");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().list("fields"))
        .isEqualTo(List.of("driverPhone", "pickups", "deliveries"));
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void aPhoneThatIsNoneHasACodeOfItsOwn() {
    Http.Reply reply =
        service
            .client()
            .post("/v1/agent/loads", Orders.TWO_STOPS.replace("+13125550142", "555-0142"));
    expect(reply, 400, "INVALID_DRIVER_PHONE");
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void anUnparseableBolTimeIsAPlainError() {
    String loadNumber = service.createLoad();
    Http.Reply reply = service.confirm(loadNumber, "{\"bol_received_at\":\"yesterday\"}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("error")).isEqualTo("invalid bol_received_at");
  }

  @Test
  void noKeyIsMissing() {
    expect(service.anyone().get("/v1/agent/pricing"), 401, "MISSING_KEY");
    Http.Reply basic = service.anyone().get("/v1/agent/pricing", "Authorization", "Basic eDp5");
    expect(basic, 401, "MISSING_KEY");
    assertThat(basic.header("WWW-Authenticate")).isEqualTo("Bearer");
  }

  @Test
  void anUnknownKeyIsInvalid() {
    expect(service.anyone().as("fak_nobody").get("/v1/agent/balance"), 401, "INVALID_KEY");
  }

  @Test
  void aRevokedKeyIsInvalidAtOnce() {
    String key = service.broker().newKey();
    assertThat(service.anyone().as(key).get("/v1/agent/balance").status()).isEqualTo(200);
    service.broker().revoke(key);
    expect(service.anyone().as(key).get("/v1/agent/balance"), 401, "INVALID_KEY");
  }

  @Test
  void anEmptyAccountIsToldItsBalanceThePriceAndWhereToPay() {
    Http.Reply reply = service.stranger("0.64").post("/v1/agent/loads", Orders.TWO_STOPS);
    expect(reply, 402, "INSUFFICIENT_FUNDS");
    assertThat(reply.json().number("balanceUsd")).isEqualByComparingTo("0.64");
    assertThat(reply.json().number("priceUsd")).isEqualByComparingTo("0.65");
    assertThat(reply.json().text("billingUrl")).isEqualTo("/billing/topup");
  }

  @Test
  void anotherBrokersLoadIsForbidden() {
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
  void anOperationOutsideTheScopesIsForbidden() {
    String loadNumber = service.createLoad();
    Http reader = service.anyone().as(service.broker().newKey(Scope.LOADS_READ));
    assertThat(reader.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(200);
    assertThat(reader.post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(403);
    assertThat(reader.post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", "{}").status())
        .isEqualTo(403);
    assertThat(reader.get("/v1/agent/balance").status()).isEqualTo(403);
    assertThat(reader.get("/v1/agent/pricing").status()).isEqualTo(200);
  }

  @Test
  void anUnknownLoadIsNotFoundAndFree() {
    Http.Reply reply = service.read("LD-2026-9999");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.json().text("error")).isEqualTo("Load not found");
    assertThat(service.confirm("LD-2026-9999", "{}").status()).isEqualTo(404);
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void everyStatusWriteIsClosed() {
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
  void aConfirmationBeforeTheDriverArrivedSaysWhy() {
    String loadNumber = service.createLoad();
    Http.Reply reply = service.confirm(loadNumber, "{}");
    assertThat(reply.status()).isEqualTo(422);
    Tree body = reply.json();
    assertThat(body.text("error")).isEqualTo("load not at delivery yet");
    assertThat(body.text("status")).isEqualTo("PLANNED");
    assertThat(body.text("reason")).isEqualTo("bol_received_before_geofence_arrive");
  }

  @Test
  void anUnregisteredBrokerIsUnknownToTheLoadOperationsOnly() {
    BrokerSettings unregistered =
        BrokerSettings.DEFAULT
            .withEmail("ops@broker.example")
            .withBalance("5.00")
            .withRegistered(false);
    Http client = service.anyone().as(service.server().createBroker(unregistered).agentKey());
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
  void aBillingOutageChargesNothing() {
    service.server().faults().next(null, Fault.billingUnavailable().withRetryAfter("7"));
    Http.Reply reply = service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    expect(reply, 503, "BILLING_UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isEqualTo("7");
    assertThat(service.broker()).wasNotCharged();
    assertThat(service.server().sms().messages()).isEmpty();
  }

  @Test
  void aNumberOfAnotherYearIsOfNoLoad() {
    String loadNumber = service.createLoad();
    String balance = service.broker().balanceUsd().toPlainString();
    String other = loadNumber.replaceFirst("-[0-9]+-", "-1999-");
    assertThat(other).isNotEqualTo(loadNumber);
    assertThat(service.read(other).status()).isEqualTo(404);
    assertThat(service.broker()).hasBalance(balance);
  }

  @Test
  void unknownPathsAreNotFoundAndKnownOnesNameTheirMethods() {
    assertThat(service.client().get("/v1/agent").status()).isEqualTo(404);
    assertThat(service.client().get("/v1/agent/loads/").status()).isEqualTo(404);
    Http.Reply reply = service.client().send("DELETE", "/v1/agent/loads/LD-2026-0001", null);
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET");
  }

  @Test
  void aPaidReadHasNoHead() {
    String loadNumber = service.createLoad();

    Http.Reply reply = service.client().send("HEAD", "/v1/agent/loads/" + loadNumber, null);

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET");
    assertThat(service.broker().debitsFor(loadNumber)).hasSize(1);
  }

  @Test
  void textThatIsNotAJsonObjectIsRefused() {
    for (String body : new String[] {"{", "[]", "null", "{} {}", "\"x\"", "nonsense"}) {
      expect(service.client().post("/v1/agent/loads", body), 400, "INVALID_JSON");
    }
  }

  @Test
  void anotherContentTypeIsRefused() {
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
  void twentyMegabytesAreRefusedAndTheServerServesOn() {
    String huge = "{\"driverPhone\":\"" + "1".repeat(20 << 20) + "\"}";
    assertThat(service.client().post("/v1/agent/loads", huge).status()).isEqualTo(413);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.broker()).wasNotCharged();
  }

  private static void expect(Http.Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
    assertThat(reply.json().text("code")).isEqualTo(code);
    assertThat(reply.json().text("error")).isNotBlank();
  }
}
