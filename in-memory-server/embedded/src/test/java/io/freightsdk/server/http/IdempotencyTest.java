package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class IdempotencyTest {
  private static final String KEY = "Idempotency-Key";

  @AutoClose private final Service service = Service.start();

  @Test
  void theFirstSuccessIsReplayedAsItWas() {
    Http.Reply first = create("k1", Orders.TWO_STOPS);
    Http.Reply second = create("k1", Orders.TWO_STOPS);
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(service.broker())
        .chargedExactlyOnceFor(first.json().text("loadNumber"))
        .hasDebits(1);
    assertThat(service.server().sms().messages()).hasSize(1);
  }

  @Test
  void anotherBodyUnderAKnownKeyReplaysTheFirstResultAndIsNoted() {
    Http.Reply first = create("k1", Orders.TWO_STOPS);
    Http.Reply second = create("k1", Orders.body("PO-7"));
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(service.server().journal().last(1).get(0).note()).contains("another body");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void failuresAreNotRemembered() {
    service.server().faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(create("k1", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(create("k1", Orders.TWO_STOPS).status()).isEqualTo(201);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void anEmptyAccountIsNoResultToRemember() {
    Broker broker = service.server().createBroker("0.64");
    Http poor = service.anyone().as(broker.agentKey());
    assertThat(poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").status()).isEqualTo(402);
    broker.credit("0.01");
    assertThat(poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").status()).isEqualTo(201);
    assertThat(broker).hasDebits(1).hasBalance("0.00");
  }

  @Test
  void aKnownKeyComesBeforeAKnownReference() {
    Http.Reply first = create("k1", Orders.body("PO-7"));
    Http.Reply second = create("k1", Orders.body("PO-7"));
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void aDeduplicatedAnswerIsReplayedToo() {
    create("k1", Orders.body("PO-7"));
    Http.Reply found = create("k2", Orders.body("PO-7"));
    assertThat(found.status()).isEqualTo(200);
    Http.Reply replayed = create("k2", Orders.body("PO-8"));
    assertThat(replayed.status()).isEqualTo(200);
    assertThat(replayed.text()).isEqualTo(found.text());
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aKeyIsTheBrokersOwn() {
    Http stranger = service.stranger("5.00");
    String own = create("k1", Orders.TWO_STOPS).json().text("loadNumber");
    String other =
        stranger.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").json().text("loadNumber");
    assertThat(other).isNotEqualTo(own);
  }

  @Test
  void aKeyIsForgottenAfterADayOfServerTime() {
    try (Service frozen = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String first = create(frozen, "k1");
      frozen.server().clock().advance(Duration.ofHours(24).minusMillis(1));
      assertThat(create(frozen, "k1")).isEqualTo(first);
      frozen.server().clock().advance(Duration.ofMillis(1));
      assertThat(create(frozen, "k1")).isNotEqualTo(first);
      assertThat(frozen.broker()).hasDebits(2);
    }
  }

  private static String create(Service service, String key) {
    return service
        .client()
        .post("/v1/agent/loads", Orders.TWO_STOPS, KEY, key)
        .json()
        .text("loadNumber");
  }

  @Test
  void aReplayWorksWhileBillingIsDownAndTheAccountIsEmpty() {
    Http poor = service.stranger("0.65");
    Http.Reply first = poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1");
    service.server().faults().billingOutage();
    Http.Reply second = poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void aKeyIsOneTo255VisibleAsciiCharacters() {
    assertThat(create("k".repeat(255), Orders.TWO_STOPS).status()).isEqualTo(201);
    for (String malformed : new String[] {"", "k".repeat(256), "two words", "a\tb"}) {
      Http.Reply reply = create(malformed, Orders.TWO_STOPS);
      assertThat(reply.status()).as(malformed).isEqualTo(400);
      assertThat(reply.json().text("code")).isEqualTo("INVALID_IDEMPOTENCY_KEY");
    }
    assertThat(service.broker()).hasDebits(1);
  }

  private Http.Reply create(String key, String body) {
    return service.client().post("/v1/agent/loads", body, KEY, key);
  }
}
