package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Together;
import io.freightsdk.server.view.LedgerEntry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Money and what it pays for stay one, whatever happens to the whole server meanwhile. */
class TransactionsAtOnceTest {
  private static final int CLIENTS = 4;

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .broker(BrokerSettings.DEFAULT.withBalance("100000.00").withAgentKey("one-key"))
          .start();

  @AfterEach
  void close() {
    server.close();
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
}
