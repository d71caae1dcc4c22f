package io.freightsdk.server.fault;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.RecordedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultsTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void aFaultThatIsNoStatusHasNone() {
    assertThat(Fault.randomBytes())
        .isEqualTo(
            new Fault(Fault.Kind.RANDOM_BYTES, Fault.Phase.MID_BODY, 0, Duration.ZERO, 0, null));
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
  void aStatusAfterTheCommitHidesACharge() {
    next(Operation.CREATE_LOAD, Fault.statusAfterCommit(502));
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(502);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aConnectionClosedBeforeProcessingAnswersNothingAndChargesNothing() {
    next(Operation.CREATE_LOAD, Fault.closeBeforeProcessing());
    assertThat(rawCreate()).isEmpty();
    assertThat(service.broker()).wasNotCharged();
  }

  @Test
  void aConnectionClosedAfterTheCommitAnswersNothingAndHasCharged() {
    next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    assertThat(rawCreate()).isEmpty();
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aTruncatedBodyEndsInItsMiddleAndHasCharged() {
    next(Operation.CREATE_LOAD, Fault.truncateBody());
    String answer = rawCreate();
    assertThat(answer).startsWith("HTTP/1.1 201");
    String head = answer.substring(0, answer.indexOf("\r\n\r\n"));
    int promised = Integer.parseInt(head.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    int came = answer.length() - head.length() - 4;
    assertThat(came).isBetween(1, promised - 1);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void malformedJsonCarriesTheRightStatusAndHasCharged() {
    next(Operation.CREATE_LOAD, Fault.malformedJson());
    String answer = rawCreate();
    assertThat(answer).startsWith("HTTP/1.1 201").contains("<html>");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aDelayBeforeProcessingIsOverBeforeTheAnswer() {
    next(Operation.GET_BALANCE, Fault.delay(Duration.ofMillis(20)));
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.server().journal().last(1).get(0).fault()).isEqualTo(Fault.Kind.DELAY);
  }

  @Test
  void aDelayAfterTheCommitHoldsBackTheAnswerOfAChargedCall() {
    next(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMinutes(10)));
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(rawCreation());
      service.server().sms().await(sms -> true, Duration.ofSeconds(30));
      assertThat(service.broker()).hasDebits(1);
      assertThat(service.server().journal().requests()).isEmpty();
      // Closing the server does not wait for the delay.
      service.server().close();
      assertThat(socket.readToEnd()).isEmpty();
    }
  }

  @Test
  void aLongDelayHoldsUpNobodyElse() {
    next(Operation.GET_PRICING, Fault.delay(Duration.ofMinutes(10)));
    RawSocket waiting = RawSocket.to(service.server());
    waiting.send("GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n" + bearer() + "\r\n");
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    waiting.close();
  }

  @Test
  void aDelayLongerThanAnyWaitEndsOnlyWithTheServer() {
    next(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(Long.MAX_VALUE)));
    try (RawSocket waiting = RawSocket.to(service.server())) {
      waiting.send("GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n" + bearer() + "\r\n");
      assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
      service.server().close();
    }
    assertThat(service.server().journal().requests())
        .extracting(RecordedRequest::operation)
        .containsExactly(Operation.GET_BALANCE);
  }

  @Test
  void theNthCallIsStruck() {
    service.server().faults().nth(Operation.GET_PRICING, 3, Fault.status(500));
    assertThat(statuses(Operation.GET_PRICING, 5)).containsExactly(200, 200, 500, 200, 200);
  }

  @Test
  void everyRuleCountsTheCallsThatOthersStrike() {
    service.server().faults().nth(Operation.GET_PRICING, 1, Fault.status(500));
    service.server().faults().nth(Operation.GET_PRICING, 2, Fault.status(502));
    service.server().faults().nth(Operation.GET_PRICING, 4, Fault.status(503));

    assertThat(pricingStatuses(5)).containsExactly(500, 502, 200, 503, 200);
  }

  @Test
  void rulesForTheNextCallsWaitForTheOnesBefore() {
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
  void chanceWithASeedStrikesTheSameCallsAgain() {
    service.server().faults().probability(Operation.GET_PRICING, 0.5, 7, Fault.status(500));
    List<Integer> first = statuses(Operation.GET_PRICING, 20);
    service.server().faults().clear();
    service.server().faults().probability(Operation.GET_PRICING, 0.5, 7, Fault.status(500));
    assertThat(statuses(Operation.GET_PRICING, 20)).isEqualTo(first).contains(200, 500);
  }

  @Test
  void aFaultOfOneBrokerSparesTheOthers() {
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
  void anOutageLastsUntilItIsClosed() {
    try (Faults.Outage outage = service.server().faults().billingOutage()) {
      assertThat(outage).isNotNull();
      assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status())
          .isEqualTo(503);
    }
    assertThat(service.client().post("/v1/agent/loads", Orders.TWO_STOPS).status()).isEqualTo(201);
  }

  @Test
  void aFreeOperationNamedOnPurposeMeetsTheOutage() {
    next(Operation.GET_BALANCE, Fault.billingUnavailable());
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(503);
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
  }

  @Test
  void theJournalTellsWhatStruck() {
    next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    rawCreate();
    RecordedRequest request = service.server().journal().last(1).get(0);
    assertThat(request.fault()).isEqualTo(Fault.Kind.CLOSE_AFTER_COMMIT);
    assertThat(request.status()).isZero();
    assertThat(request.brokerId()).isEqualTo(service.broker().brokerId());
  }

  @Test
  void aHiddenResendByTheHttpStackIsFlagged() {
    String loadNumber = service.createLoad();
    next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    // java.net.http repeats a GET by itself when no byte of an answer came.
    assertThat(service.read(loadNumber).status()).isEqualTo(200);
    List<RecordedRequest> reads =
        service
            .server()
            .journal()
            .matching(request -> request.operation() == Operation.GET_LOAD_POSITION);
    assertThat(reads).hasSize(2);
    assertThat(reads.get(1).resendOf()).isEqualTo(reads.get(0).requestId());
    assertThat(reads.get(1).connectionId()).isNotEqualTo(reads.get(0).connectionId());
    assertThat(service.broker()).chargedReadsOf(loadNumber, 2);
  }

  @ParameterizedTest
  @CsvSource({"408, true", "429, true", "503, true", "500, false", "404, false"})
  void aRepeatIsFlaggedAfterAnAnswerThatInvitesIt(int status, boolean invites) {
    String loadNumber = service.createLoad();
    next(Operation.GET_LOAD_POSITION, Fault.status(status));
    assertThat(service.read(loadNumber).status()).isEqualTo(status);
    assertThat(service.read(loadNumber).status()).isEqualTo(200);
    assertThat(service.read(loadNumber).status()).isEqualTo(200);
    List<RecordedRequest> reads =
        service
            .server()
            .journal()
            .matching(request -> request.operation() == Operation.GET_LOAD_POSITION);
    String repeated = invites ? reads.get(0).requestId() : null;
    assertThat(reads).hasSize(3);
    assertThat(reads.get(1).resendOf()).isEqualTo(repeated);
  }

  @Test
  void aRepeatedCreationIsKnownByItsBodyAlsoWhenItWasNotProcessed() {
    service.server().faults().times(Operation.CREATE_LOAD, 2, Fault.status(503));
    String other = Orders.TWO_STOPS.replace("5550142", "5550143");
    service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    service.client().post("/v1/agent/loads", other);
    assertThat(service.client().post("/v1/agent/loads", other).status()).isEqualTo(201);
    List<RecordedRequest> creations =
        service.server().journal().matching(call -> call.operation() == Operation.CREATE_LOAD);
    assertThat(creations.get(0).body()).contains("Cincinnati");
    assertThat(creations.get(1).resendOf()).isNull();
    assertThat(creations.get(2).resendOf()).isEqualTo(creations.get(1).requestId());
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> Fault.status(99)).hasMessageContaining("99");
    assertThatThrownBy(() -> Fault.delay(Duration.ofSeconds(-1))).hasMessageContaining("negative");
    assertThatThrownBy(() -> service.server().faults().nth(null, 0, Fault.status(500)))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> service.server().faults().probability(null, 1.1, 0, Fault.status(500)))
        .hasMessageContaining("1.1");
  }

  private void next(Operation operation, Fault fault) {
    service.server().faults().next(operation, fault);
  }

  private List<Integer> statuses(Operation operation, int calls) {
    return IntStream.range(0, calls)
        .mapToObj(i -> service.client().get(operation.path()).status())
        .toList();
  }

  /** All that comes back for one creation over a connection of its own. */
  private String rawCreate() {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(rawCreation());
      return socket.readSpoiltToEnd();
    }
  }

  private String rawCreation() {
    return "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\n"
        + bearer()
        + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: "
        + Orders.TWO_STOPS.length()
        + "\r\n\r\n"
        + Orders.TWO_STOPS;
  }

  private String bearer() {
    return "Authorization: Bearer " + service.broker().agentKey() + "\r\n";
  }
}
