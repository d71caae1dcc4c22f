package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Together;
import io.freightsdk.server.view.LedgerEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Money and what it pays for stay one, whatever happens to the whole server meanwhile. */
@Timeout(300)
class TransactionsTest {
  private static final int CLIENTS = 4;

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .broker(BrokerSettings.DEFAULT.withBalance("100000.00").withAgentKey("one-key"))
          .start();
  private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);

  @AfterEach
  void close() {
    clients.shutdownNow();
    server.close();
  }

  /** Does something, again and again, in the midst of creations and reads. */
  private void amongCreations(int rounds, Runnable work) throws Exception {
    for (int round = 0; round < rounds; round++) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) running.add(clients.submit(this::createAndRead));
      work.run();
      for (Future<?> client : running) client.get(60, TimeUnit.SECONDS);
      everyLoadIsPaidForOnce();
    }
  }

  /** Over a socket of its own: the JDK's client now and then closes a connection it just took. */
  private void createAndRead() {
    String head = " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer one-key\r\n";
    String create =
        "POST /v1/agent/loads"
            + head
            + "Content-Type: application/json\r\nContent-Length: "
            + Orders.TWO_STOPS.length()
            + "\r\n\r\n"
            + Orders.TWO_STOPS;
    try (RawSocket socket = RawSocket.to(server)) {
      for (int i = 0; i < 8; i++) {
        socket.exchange(create);
        for (LoadView newest : server.loads(1)) {
          socket.exchange("GET /v1/agent/loads/" + newest.loadNumber() + head + "\r\n");
        }
      }
    }
  }

  private void everyLoadIsPaidForOnce() {
    List<LedgerEntry> debits = server.brokers().get(0).debits();
    List<String> paid =
        debits.stream()
            .filter(debit -> debit.operation() == Operation.CREATE_LOAD)
            .map(LedgerEntry::loadNumber)
            .toList();
    assertThat(paid).doesNotHaveDuplicates();
    assertThat(server.loads(Integer.MAX_VALUE))
        .extracting(LoadView::loadNumber)
        .containsExactlyInAnyOrderElementsOf(paid);
    assertThat(debits).extracting(LedgerEntry::loadNumber).isSubsetOf(paid);
    assertThat(server.trialBalanceUsd()).isZero();
  }

  @Test
  void restoringWhileLoadsAreCreatedLeavesNoneUnpaidAndNoneLost() throws Exception {
    ServerSnapshot start = server.snapshot();
    amongCreations(30, () -> server.restore(start));
  }

  @Test
  void resetsAtTheSameTimeAllSucceedAndLeaveTheFirstBrokers() {
    for (int round = 0; round < 100; round++) {
      List<Integer> done = Together.times(CLIENTS, this::resetTwice);

      assertThat(done).hasSize(CLIENTS);
      assertThat(server.brokers()).isEqualTo(server.initialBrokers()).hasSize(1);
    }
  }

  private int resetTwice(int number) {
    server.reset();
    server.reset();
    return number;
  }

  /** The answer to a creation whose body comes after {@code work}, and its key before. */
  private String creationAround(Runnable work) {
    try (RawSocket socket = RawSocket.to(server)) {
      socket.send(
          "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer one-key\r\n"
              + "Content-Type: application/json\r\nConnection: close\r\n"
              + "Expect: 100-continue\r\nContent-Length: "
              + Orders.TWO_STOPS.length()
              + "\r\n\r\n");
      assertThat(socket.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      work.run();
      socket.send(Orders.TWO_STOPS);
      return socket.readToEnd();
    }
  }

  @Test
  void aCreationThatBeganBeforeARestoreIsPaidForAfterIt() {
    ServerSnapshot start = server.snapshot();

    assertThat(creationAround(() -> server.restore(start))).contains("HTTP/1.1 201 ");

    assertThat(server.loads(10)).hasSize(1);
    everyLoadIsPaidForOnce();
  }

  @Test
  void aCreationWhoseBrokerIsGoneAfterAResetIsRefused() {
    assertThat(creationAround(server::reset)).contains("HTTP/1.1 401 ");

    assertThat(server.loads(10)).isEmpty();
    everyLoadIsPaidForOnce();
  }

  @Test
  void resettingWhileLoadsAreCreatedLeavesNoneUnpaidAndNoneLost() throws Exception {
    amongCreations(20, server::reset);
  }

  @Test
  void aRestoredLoadStillGivesUpOnItsBillOfLading() {
    String loadNumber =
        new Http(server.baseUrl(), "one-key")
            .post("/v1/agent/loads", Orders.TWO_STOPS)
            .json()
            .text("loadNumber");
    server.load(loadNumber).awaitBol(true);
    server.runUntil(loadNumber, LoadStatus.AT_DELIVERY);
    ServerSnapshot waiting = server.snapshot();
    server.reset();

    server.restore(waiting);
    server.clock().advance(Duration.ofHours(31));

    assertThat(server.load(loadNumber).view().status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(server.load(loadNumber).view().bolMissing()).isTrue();
  }

  /** The snapshot is taken between the fix that arrives and the timer that it starts. */
  @Test
  void aSnapshotInTheMomentOfArrivalLosesNoTimer() {
    String loadNumber =
        new Http(server.baseUrl(), "one-key")
            .post("/v1/agent/loads", Orders.TWO_STOPS)
            .json()
            .text("loadNumber");
    server.load(loadNumber).awaitBol(true);
    server.runUntil(loadNumber, LoadStatus.IN_TRANSIT);
    server.clock().advance(Duration.ofHours(12));
    Fix arrival = Fix.of(server.clock().now(), 35.8681, -83.5618, 5);
    server.service().knownLoad(loadNumber).change(trip -> trip.offer(arrival, PingRules.BULK));
    assertThat(server.load(loadNumber).view().status()).isEqualTo(LoadStatus.AT_DELIVERY);

    server.restore(server.snapshot());
    server.clock().advance(Duration.ofHours(31));

    assertThat(server.load(loadNumber).view().status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(server.load(loadNumber).view().bolMissing()).isTrue();
  }

  @Test
  void aBrokerWhoseKeyIsInUseIsNotOpened() {
    int before = server.brokers().size();

    assertThatThrownBy(
            () ->
                server.createBroker(
                    BrokerSettings.DEFAULT.withBalance("5").withAgentKey("one-key")))
        .hasMessageContaining("in use");

    assertThat(server.brokers()).hasSize(before);
    assertThat(server.trialBalanceUsd()).isZero();
    assertThat(server.snapshot()).isNotNull();
    server.reset();
    assertThat(server.brokers()).hasSize(1);
  }

  @Test
  void aBuilderUsedAgainChangesNoRunningServer() {
    FreightServerBuilder builder = InMemoryFreightServer.builder();
    try (InMemoryFreightServer first = builder.start()) {
      builder.broker(BrokerSettings.DEFAULT).price("load_create", "9.00");

      first.reset();

      assertThat(first.brokers()).isEmpty();
      assertThat(first.prices().get("load_create")).isEqualByComparingTo("0.65");
    }
  }

  @Test
  void anAdvanceBeyondEveryCalendarIsRefused() {
    try (Service service = Service.start()) {
      for (String by : List.of("PT2562047788015215H", "P100000000D")) {
        Http.Reply reply = service.admin("POST", "clock", "{\"advance\":\"" + by + "\"}");
        assertThat(reply.status()).as(by).isEqualTo(400);
      }
    }
  }
}
