package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.domain.ping.PingRules;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Money and what it pays for stay one, whatever happens to the whole server. */
class TransactionsTest {
  private final InMemoryFreightServer server =
      ServerInProcess.start(
          InMemoryFreightServer.builder()
              .broker(BrokerSettings.DEFAULT.withBalance("100000.00").withAgentKey("one-key")));

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRestoredLoadStillGivesUpOnItsBillOfLading() {
    String loadNumber =
        new Http(server, "one-key")
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
        new Http(server, "one-key")
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
    try (InMemoryFreightServer first = ServerInProcess.start(builder)) {
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
