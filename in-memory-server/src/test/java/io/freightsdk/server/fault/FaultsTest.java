package io.freightsdk.server.fault;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.ServerInProcess.Delivery;
import io.freightsdk.server.ServerInProcess.Received;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.KeyScope;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultsTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void onlyAStatusFaultHasAStatus() {
    assertThat(Fault.randomBytes())
        .isEqualTo(
            new Fault(Fault.Kind.RANDOM_BYTES, Fault.Phase.AFTER_COMMIT, 0, Duration.ZERO, null));
  }

  @Test
  void aStatusBeforeProcessingChargesNothing() {
    next(Operation.CREATE_LOAD, Fault.status(500).withRetryAfter("3"));
    Http.Reply reply = service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.header("Retry-After")).isEqualTo("3");
    assertThat(service.broker()).wasNotCharged();
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(201);
  }

  @Test
  void aFirewallRespondsWithAPageOfItsOwn() {
    next(Operation.CREATE_LOAD, Fault.firewall());

    Received response = create();

    assertThat(response.status()).isEqualTo(403);
    assertThat(response.headers()).containsEntry("Content-Type", "text/html");
    assertThat(new String(response.body(), UTF_8)).startsWith("<html>");
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void aStatusAfterTheCommitHidesACharge() {
    next(Operation.CREATE_LOAD, Fault.statusAfterCommit(502));
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(502);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void closeBeforeProcessingSendsAndChargesNothing() {
    next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    assertThat(create().delivery()).isEqualTo(Delivery.CLOSED);
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void closeAfterCommitSendsNothingAndCharges() {
    next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(create().delivery()).isEqualTo(Delivery.CLOSED);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void malformedJsonHasTheRightStatusAndCharges() {
    next(Operation.CREATE_LOAD, Fault.malformedJson());
    Received response = create();
    assertThat(response.status()).isEqualTo(201);
    assertThat(new String(response.body(), UTF_8)).contains("<html>");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void delayBeforeProcessingEndsBeforeTheResponse() {
    next(Operation.GET_BALANCE, Fault.delay(Duration.ofMillis(20)));
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.server().journal().last(1).get(0).fault()).isEqualTo(Fault.Kind.DELAY);
  }

  /** It strikes later than the others: where the call would be charged. */
  @Test
  void aBillingOutageIsInTheJournal() {
    String number = service.createLoad();
    service.server().faults().times(null, 3, Fault.billingUnavailable().withRetryAfter("2"));

    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(503);
    assertThat(service.read(number).status()).isEqualTo(503);
    Http.Reply catalogRead =
        service
            .client()
            .send(
                Operation.GET_TRACKED_LOAD_POSITION.method(),
                Operation.GET_TRACKED_LOAD_POSITION.path(),
                "{\"loadNumber\":\"" + number + "\"}");
    assertThat(catalogRead.status()).isEqualTo(503);
    assertThat(catalogRead.header("Retry-After")).isEqualTo("2");

    assertThat(service.server().journal().last(3))
        .extracting(RecordedRequest::fault)
        .containsOnly(Fault.Kind.BILLING_UNAVAILABLE);
    for (String fault : List.of("any", "BILLING_UNAVAILABLE")) {
      Http.Reply found = service.admin("GET", "requests?fault=" + fault, null);
      assertThat(found.json().integer("matching")).as(fault).isEqualTo(3);
    }
  }

  @Test
  void journalShowsTheFaultOnArrivalOfTwoFaults() {
    next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    next(Operation.CREATE_LOAD, Fault.closeAfterCommit());

    assertThat(create().delivery()).isEqualTo(Delivery.CLOSED);

    assertThat(service.broker()).wasNotCharged();
    assertThat(service.server().journal().last(1).get(0).fault()).isEqualTo(Fault.Kind.CLOSE);
  }

  @Test
  void rulesApplyInTheOrderInWhichTheyWereAdded() {
    service.server().faults().times(Operation.GET_PRICING, 2, Fault.status(500));
    service.server().faults().next(Operation.GET_PRICING, Fault.status(502));

    assertThat(pricingStatuses(4)).containsExactly(500, 500, 502, 200);
  }

  private List<Integer> pricingStatuses(int calls) {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      statuses.add(service.client().get("/v1/agent/pricing").status());
    }
    return statuses;
  }

  @Test
  void faultOfOneBrokerDoesNotAffectOthers() {
    service
        .server()
        .faults()
        .forBroker(service.broker().brokerId())
        .always(null, Fault.status(500));
    assertThat(service.stranger("1.00").get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(500);
    service.server().faults().forBroker("brk_other").clear();
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(500);
    service.server().faults().forBroker(service.broker().brokerId()).clear();
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
  }

  @Test
  void aLenientFaultOfOneBrokerNeedNotFireEither() {
    Faults ofBroker = service.server().faults().lenient().forBroker(service.broker().brokerId());
    ofBroker.next(Operation.GET_BALANCE, Fault.status(503));

    assertThat(service.broker().faults().neverFired()).isEmpty();
  }

  @Test
  void aLenientFaultOfOneBrokerAffectsNoOtherBroker() {
    service.broker().faults().lenient().next(Operation.GET_BALANCE, Fault.status(503));

    assertThat(service.stranger("1.00").get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(503);
  }

  @Test
  void anOutageLastsUntilItIsClosed() {
    try (Faults.BillingOutage outage = service.server().faults().billingOutage()) {
      assertThat(outage).isNotNull();
      assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status())
          .isEqualTo(503);
    }
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(201);
  }

  @Test
  void namedFreeOperationFailsInTheOutage() {
    next(Operation.GET_BALANCE, Fault.billingUnavailable());
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(503);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
  }

  @Test
  void theJournalShowsTheFault() {
    next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    create();
    RecordedRequest request = service.server().journal().last(1).get(0);
    assertThat(request.fault()).isEqualTo(Fault.Kind.CLOSE);
    assertThat(request.status()).isZero();
    assertThat(request.brokerId()).isEqualTo(service.broker().brokerId());
  }

  @Test
  void theJournalHasTheBodyOfACallThatWasNotProcessed() {
    next(Operation.CREATE_LOAD, Fault.status(503));
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    assertThat(service.server().journal().last(1).get(0).body()).contains("Cincinnati");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"kind\":\"STATUS\",\"status\":503,\"delay\":\"PT2S\"",
        "\"kind\":\"DELAY\",\"status\":503",
        "\"kind\":\"DELAY\",\"retryAfter\":4",
        "\"kind\":\"RESET\",\"delay\":0.5"
      })
  void settingWithoutEffectIsRefused(String members) {
    Http.Reply refused =
        service.admin("POST", "faults", "{\"operation\":\"getBalance\"," + members + "}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().text("error")).contains(" has no ");
  }

  @Test
  void statusFaultWithoutAStatusIsRefused() {
    for (String phase : new String[] {"", ",\"phase\":\"AFTER_COMMIT\""}) {
      String nameless = "{\"operation\":\"getBalance\",\"kind\":\"STATUS\"" + phase + "}";
      Http.Reply refused = service.admin("POST", "faults", nameless);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().text("error")).contains("status is required");
    }
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
  }

  @Test
  void aStatusMayHaveItsOwnBodyAndHeaders() {
    String page = "<h1>Bad Gateway of \u017bubr</h1>";
    Fault gateway =
        Fault.status(502)
            .withBody(page)
            .withHeader("content-type", "text/html; charset=utf-8")
            .withHeader("Via", "1.1 edge")
            .withHeader("via", "1.1 inner")
            .withRetryAfter("7");
    next(Operation.CREATE_LOAD, gateway);
    Received response = create();
    assertThat(response.status()).isEqualTo(502);
    assertThat(new String(response.body(), UTF_8)).isEqualTo(page);
    Map<String, String> lower = new TreeMap<>();
    response
        .headers()
        .forEach((name, value) -> lower.merge(name.toLowerCase(ROOT), value, this::two));
    assertThat(lower)
        .containsEntry("content-type", "text/html; charset=utf-8")
        .containsEntry("via", "1.1 inner")
        .containsEntry("retry-after", "7")
        .containsKeys("date", "x-request-id");
    assertThat(service.broker()).wasNotCharged();

    next(Operation.CREATE_LOAD, Fault.statusAfterCommit(500).withBody(""));
    Received empty = create();
    assertThat(empty.body()).isEmpty();
    assertThat(empty.headers()).doesNotContainKey("Content-Type");
    assertThat(service.broker()).hasDebits(1);

    next(Operation.CREATE_LOAD, Fault.status(400).withBody("{}"));
    assertThat(create().headers()).containsEntry("Content-Type", "application/json");
  }

  private String two(String one, String other) {
    return one + " and " + other;
  }

  @Test
  void theJournalHasABodyThatWasPlanned() {
    String body = "{\"error\":\"no\"}";
    next(Operation.GET_BALANCE, Fault.status(409).withBody(body));
    Received response =
        ServerInProcess.call(
            service.server(),
            "GET",
            "/v1/agent/balance",
            List.of(Map.entry("Authorization", "Bearer " + service.broker().agentKey())),
            new byte[0]);
    assertThat(new String(response.body(), UTF_8)).isEqualTo(body);
    String id = service.server().journal().last(1).get(0).requestId();
    assertThat(service.admin("GET", "requests/" + id, null).json().text("responseBody"))
        .isEqualTo(body);
  }

  @ParameterizedTest
  @CsvSource({
    "a b, x, is not a header name",
    "'', x, is not a header name",
    "Content-Length, 3, the server sets Content-Length",
    "transfer-encoding, chunked, the server sets transfer-encoding",
    "X-A, \u00e9, X-A contains characters that are invalid in a header"
  })
  void aHeaderThatCannotBeSentIsRefused(String name, String value, String why) {
    assertThatThrownBy(() -> Fault.status(500).withHeader(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void onlyAStatusHasItsOwnBodyAndHeaders() {
    assertThatThrownBy(() -> Fault.reset().withBody("x"))
        .hasMessage("fault RESET: only a STATUS can have a body and headers");
    assertThatThrownBy(() -> Fault.billingUnavailable().withHeader("X-A", "x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fault.status(429).withHeader("retry-after", "1").withRetryAfter("2"))
        .hasMessageContaining("Retry-After is set twice");
  }

  @Test
  void invalidFaultsAreRefused() {
    assertThatThrownBy(() -> Fault.status(99)).hasMessageContaining("99");
    assertThatThrownBy(() -> Fault.delay(Duration.ofSeconds(-1))).hasMessageContaining("negative");
    assertThatThrownBy(() -> service.server().faults().times(null, 0, Fault.status(500)))
        .hasMessageContaining("at least 1");
    for (Faults faults : List.of(service.server().faults(), service.broker().faults().lenient())) {
      assertThatThrownBy(() -> faults.next(Operation.GET_BALANCE, null))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("fault");
      assertThatThrownBy(() -> faults.always(null, null)).hasMessage("fault");
      assertThatThrownBy(() -> faults.forBroker(null)).hasMessage("brokerId");
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.Kind.class)
  void testControlPlansEachKind(Fault.Kind kind) {
    String status = kind == Fault.Kind.STATUS ? ",\"status\":500" : "";
    String body = "{\"operation\":\"getBalance\",\"kind\":\"" + kind + "\"" + status + "}";
    assertThat(service.admin("POST", "faults", body).json().text("kind")).isEqualTo(kind.name());
  }

  @ParameterizedTest
  @CsvSource({
    "BILLING_UNAVAILABLE, AFTER_COMMIT",
    "TRUNCATE_BODY, BEFORE_PROCESSING",
    "MALFORMED_JSON, BEFORE_PROCESSING",
    "RANDOM_BYTES, BEFORE_PROCESSING"
  })
  void aPhaseThatAKindDoesNotHaveIsRefused(Fault.Kind kind, Fault.Phase phase) {
    assertThatThrownBy(() -> new Fault(kind, phase, 0, Duration.ZERO, null))
        .hasMessageContaining("fault " + kind + ": phase must be");
    String body = "{\"kind\":\"" + kind + "\",\"phase\":\"" + phase + "\"}";
    assertThat(service.admin("POST", "faults", body).status()).isEqualTo(400);
  }

  /** An unauthorized caller does not use up a fault that a test planned for its client. */
  @ParameterizedTest
  @EnumSource(Stranger.class)
  void faultWaitsForAnAuthorizedCall(Stranger stranger) {
    int planned = 0;
    for (Fault fault :
        List.of(
            Fault.status(500),
            Fault.closeAfterCommit(),
            Fault.delay(Duration.ofMillis(5)),
            Fault.billingUnavailable())) {
      service.server().faults().clear();
      next(Operation.CREATE_LOAD, fault);
      service.broker().faults().next(Operation.CREATE_LOAD, fault);
      Http.Reply refused = stranger.client(service).post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(refused.status()).isEqualTo(stranger.status);
      planned += 2;
      assertThat(service.server().faults().neverFired()).hasSize(planned);
      assertThat(service.server().journal().last(1).get(0).fault()).isNull();
    }
  }

  private enum Stranger {
    WITHOUT_KEY(401),
    WITH_WRONG_KEY(401),
    WITH_REVOKED_KEY(401),
    OUT_OF_SCOPE(403),
    UNREGISTERED(422);

    private final int status;

    Stranger(int status) {
      this.status = status;
    }

    Http client(Service service) {
      return switch (this) {
        case WITHOUT_KEY -> service.anyone();
        case WITH_WRONG_KEY -> service.anyone().as("fak_nobody");
        case WITH_REVOKED_KEY -> {
          String key = service.broker().newKey();
          service.broker().revoke(key);
          yield service.anyone().as(key);
        }
        case OUT_OF_SCOPE -> service.anyone().as(service.broker().newKey(KeyScope.LOADS_READ));
        case UNREGISTERED ->
            service
                .anyone()
                .as(
                    service
                        .server()
                        .createBroker(BrokerSettings.DEFAULT.withRegistered(false))
                        .agentKey());
      };
    }
  }

  /** As a gateway or a network does, which does not know what the service says. */
  @Test
  void faultAppliesToTheNextAuthorizedCallWhateverItsResult() {
    next(Operation.CREATE_LOAD, Fault.status(502));
    assertThat(service.client().post("/v1/agent/loads", "{}").status()).isEqualTo(502);
    assertThat(service.client().post("/v1/agent/loads", "{}").status()).isEqualTo(400);

    next(Operation.GET_LOAD_POSITION, Fault.statusAfterCommit(504));
    assertThat(service.read("LD-2026-0999").status()).isEqualTo(504);
    assertThat(service.read("LD-2026-0999").status()).isEqualTo(404);
    assertThat(service.broker()).wasNotCharged();
    assertThat(service.server().faults().neverFired()).isEmpty();
  }

  private void next(Operation operation, Fault fault) {
    service.server().faults().next(operation, fault);
  }

  /** The response to one creation. */
  private Received create() {
    return ServerInProcess.call(
        service.server(),
        "POST",
        "/v1/agent/loads",
        List.of(Map.entry("Authorization", "Bearer " + service.broker().agentKey())),
        Orders.TWO_STOPS.getBytes(UTF_8));
  }
}
