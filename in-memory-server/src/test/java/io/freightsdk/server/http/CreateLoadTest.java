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
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.Sms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultTimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses and messages of a creation, and creations that return an existing load (4.1). */
class CreateLoadTest {
  private static final String KEY = "Idempotency-Key";

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          success          | true
          loadId           | [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}
          loadNumber       | LD-[0-9]{4}-[0-9]{4,}
          trackingLink     | {base}/track/trk_[0-9a-f]{24}
          driverWebLink    | {base}/driver/drv_[0-9a-f]{24}
          driverAppLink    | pingpoint://driver/drv_[0-9a-f]{24}
          driverResolution | none
          """)
  void newLoadIsReturnedWith201(String field, String form) {
    Http.Reply reply = create("PO-7");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().text(field))
        .matches(form.replace("{base}", service.server().baseUrl()));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "ok, true",
    "deduplicated, true",
    "loadId, same",
    "loadNumber, same",
    "trackingLink, same",
    "driverWebLink, same",
    "driverAppLink, same"
  })
  void existingLoadIsReturnedWith200(String field, String value) {
    Tree first = create("PO-7").json();
    Http.Reply reply = create("PO-7");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().text(field))
        .isEqualTo(value.equals("same") ? first.text(field) : value);
    assertThat(reply.json().has("success")).isFalse();
    assertThat(reply.json().has("driverResolution")).isFalse();
  }

  @Test
  void theDriverIsTextedTheLinkToThePhoneInE164() {
    String order = Orders.TWO_STOPS.replace("+13125550142", "(312) 555-0142");
    Tree load = service.client().post("/v1/agent/loads", order).json();
    List<Sms> messages = service.server().sms().to("+13125550142");
    assertThat(messages).hasSize(1);
    assertThat(messages.get(0).link()).isEqualTo(load.text("driverWebLink"));
    assertThat(messages.get(0).text()).contains(load.text("driverWebLink"));
    assertThat(messages.get(0).loadNumber()).isEqualTo(load.text("loadNumber"));
    Sms awaited =
        service.server().sms().await(sms -> sms.phone().equals("+13125550142"), Duration.ZERO);
    assertThat(awaited).isEqualTo(messages.get(0));
  }

  @Test
  void numbersIdsAndTokensAreUnique() {
    List<LoadView> loads =
        IntStream.range(0, 200)
            .mapToObj(
                i -> service.server().load(create("PO-" + i % 35).json().text("loadNumber")).view())
            .distinct()
            .toList();
    assertThat(loads).hasSize(35);
    Set<String> names =
        loads.stream()
            .flatMap(load -> Stream.of(load.loadNumber(), load.trackingToken(), load.driverToken()))
            .collect(Collectors.toSet());
    assertThat(names).hasSize(3 * 35);
  }

  /** At this time, the previous year has not ended in Honolulu. */
  @Test
  @DefaultTimeZone("Pacific/Honolulu")
  void yearOfALoadNumberIsInUtc() {
    service.server().clock().set(Instant.parse("2027-01-01T00:30:00Z"));

    assertThat(create("PO-7").json().text("loadNumber")).startsWith("LD-2027-");
  }

  @Test
  void truckNumberResolvesTheDriver() {
    service.server().addTruck("T-100");
    Tree known = createWith("t-100 ");
    assertThat(known.text("driverResolution")).isEqualTo("bound");
    assertThat(known.has("unresolvedTruckNumber")).isFalse();
    Tree unknown = createWith("T-404");
    assertThat(unknown.text("driverResolution")).isEqualTo("unresolved_truck");
    assertThat(unknown.text("unresolvedTruckNumber")).isEqualTo("T-404");
  }

  @Test
  void phoneResolvesTheDriverBeforeTheTruckNumber() {
    service.server().addTruck("T-5", "(212) 555-0100");
    String his = Orders.TWO_STOPS.replace("+13125550142", "+12125550100");
    Tree byPhone = service.client().post("/v1/agent/loads", his).json();
    Tree inAnotherTruck =
        service
            .client()
            .post("/v1/agent/loads", his.replaceFirst("\\{", "{\"truckNumber\":\"T-404\","))
            .json();

    assertThat(byPhone.text("driverResolution")).isEqualTo("bound");
    assertThat(inAnotherTruck.text("driverResolution")).isEqualTo("bound");
    assertThat(inAnotherTruck.has("unresolvedTruckNumber")).isFalse();
    assertThat(create("PO-1").json().text("driverResolution")).isEqualTo("none");

    service.server().addTruck(" t-5", "+12125550101");
    assertThat(service.client().post("/v1/agent/loads", his).json().text("driverResolution"))
        .isEqualTo("none");
    assertThat(createWith("T-5").text("driverResolution")).isEqualTo("bound");
  }

  @Test
  void sameReferenceReturnsTheLoadFreeOfCharge() {
    create("PO-7");
    create("PO-7");
    assertThat(service.broker()).hasDebits(1).hasBalance("24.35");
    assertThat(service.server().sms().messages()).hasSize(1);
  }

  @Test
  void referencesMatchExactlyAfterTrimming() {
    String first = create("PO-7").json().text("loadNumber");
    assertThat(create("  PO-7 ").json().text("loadNumber")).isEqualTo(first);
    assertThat(create("po-7").status()).isEqualTo(201);
  }

  /** No-break, em and ideographic space, byte order mark. */
  @ParameterizedTest
  @ValueSource(strings = {"\u00a0", "\u2003", "\u3000", "\ufeff", "\u00a0 \ufeff"})
  void referencesMatchWithoutSpacesOfSpreadsheets(String blank) {
    String first = create("PO-7").json().text("loadNumber");
    assertThat(create("PO-7" + blank).json().text("loadNumber")).isEqualTo(first);
    assertThat(create(blank + "PO-7").json().text("loadNumber")).isEqualTo(first);
    assertThat(create("PO" + blank + "7").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\u00a0"})
  void blankReferencesNeverMatch(String blank) {
    assertThat(create(blank).status()).isEqualTo(201);
    assertThat(create(blank).status()).isEqualTo(201);
  }

  @Test
  void referencesBelongToTheBroker() {
    create("PO-7");
    assertThat(create(service.stranger("5.00"), "PO-7").status()).isEqualTo(201);
  }

  @Test
  void deduplicationIsFreeInABillingOutage() {
    create("PO-7");
    service.server().faults().billingOutage();
    assertThat(create("PO-7").status()).isEqualTo(200);
    assertThat(create("PO-8").status()).isEqualTo(503);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void deduplicationNeedsNoBalance() {
    Http poor = service.stranger("0.65");
    create(poor, "PO-7");
    assertThat(create(poor, "PO-7").status()).isEqualTo(200);
  }

  @Test
  void cancelledLoadStillMatches() {
    String loadNumber = create("PO-7").json().text("loadNumber");
    service.server().load(loadNumber).cancel();
    assertThat(create("PO-7").json().text("loadNumber")).isEqualTo(loadNumber);
  }

  @Test
  void firstSuccessIsReplayedUnchanged() {
    Http.Reply first = underKey("k1", Orders.TWO_STOPS);
    Http.Reply second = underKey("k1", Orders.TWO_STOPS);
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(service.broker())
        .chargedExactlyOnceFor(first.json().text("loadNumber"))
        .hasDebits(1);
    assertThat(service.server().sms().messages()).hasSize(1);
  }

  @Test
  void knownKeyReplaysTheFirstResultForAnotherBody() {
    Http.Reply first = underKey("k1", Orders.TWO_STOPS);
    Http.Reply second = underKey("k1", Orders.body("PO-7"));
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(service.server().journal().last(1).get(0).note()).contains("another body");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void invalidOrderIsRefusedUnderAKnownKey() {
    underKey("k1", Orders.TWO_STOPS);
    assertThat(underKey("k1", "{}").status()).isEqualTo(400);
    assertThat(underKey("k1", "{").status()).isEqualTo(400);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void failuresAreNotRemembered() {
    service.server().faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertThat(underKey("k1", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(underKey("k1", Orders.TWO_STOPS).status()).isEqualTo(201);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void missingBalanceIsNotRemembered() {
    Broker broker = service.server().createBroker("0.64");
    Http poor = service.anyone().as(broker.agentKey());
    assertThat(poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").status()).isEqualTo(402);
    broker.credit("0.01");
    assertThat(poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").status()).isEqualTo(201);
    assertThat(broker).hasDebits(1).hasBalance("0.00");
  }

  @Test
  void knownKeyWinsOverAKnownReference() {
    Http.Reply first = underKey("k1", Orders.body("PO-7"));
    Http.Reply second = underKey("k1", Orders.body("PO-7"));
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void deduplicatedResponseIsReplayed() {
    underKey("k1", Orders.body("PO-7"));
    Http.Reply found = underKey("k2", Orders.body("PO-7"));
    assertThat(found.status()).isEqualTo(200);
    Http.Reply replayed = underKey("k2", Orders.body("PO-8"));
    assertThat(replayed.status()).isEqualTo(200);
    assertThat(replayed.text()).isEqualTo(found.text());
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void keysBelongToTheBroker() {
    Http stranger = service.stranger("5.00");
    String own = underKey("k1", Orders.TWO_STOPS).json().text("loadNumber");
    String other =
        stranger.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1").json().text("loadNumber");
    assertThat(other).isNotEqualTo(own);
  }

  @Test
  void keyExpiresAfterADayOfServerTime() {
    try (Service frozen = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String first = underKey(frozen, "k1");
      frozen.server().clock().advance(Duration.ofHours(24).minusMillis(1));
      assertThat(underKey(frozen, "k1")).isEqualTo(first);
      frozen.server().clock().advance(Duration.ofMillis(1));
      assertThat(underKey(frozen, "k1")).isNotEqualTo(first);
      assertThat(frozen.broker()).hasDebits(2);
    }
  }

  @Test
  void replayNeedsNeitherBillingNorBalance() {
    Http poor = service.stranger("0.65");
    Http.Reply first = poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1");
    service.server().faults().billingOutage();
    Http.Reply second = poor.post("/v1/agent/loads", Orders.TWO_STOPS, KEY, "k1");
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
  }

  @Test
  void aKeyIsOneTo255VisibleAsciiCharacters() {
    assertThat(underKey("k".repeat(255), Orders.TWO_STOPS).status()).isEqualTo(201);
    for (String malformed : new String[] {"", "k".repeat(256), "two words", "a\tb"}) {
      Http.Reply reply = underKey(malformed, Orders.TWO_STOPS);
      assertThat(reply.status()).as(malformed).isEqualTo(400);
      assertThat(reply.json().text("code")).isEqualTo("INVALID_IDEMPOTENCY_KEY");
    }
    assertThat(service.broker()).hasDebits(1);
  }

  private Http.Reply create(String customerRef) {
    return create(service.client(), customerRef);
  }

  private Tree createWith(String truckNumber) {
    String body = Orders.TWO_STOPS.replaceFirst("\\{", "{\"truckNumber\":\"" + truckNumber + "\",");
    return service.client().post("/v1/agent/loads", body).json();
  }

  private static Http.Reply create(Http client, String reference) {
    return client.post("/v1/agent/loads", Orders.body(reference));
  }

  private static String underKey(Service service, String key) {
    return service
        .client()
        .post("/v1/agent/loads", Orders.TWO_STOPS, KEY, key)
        .json()
        .text("loadNumber");
  }

  private Http.Reply underKey(String key, String body) {
    return service.client().post("/v1/agent/loads", body, KEY, key);
  }
}
