package io.freightsdk.server.assertj;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FreightAssertionsTest {
  @AutoClose private final Service service = Service.start();

  private final InMemoryFreightServer server = service.server();
  private final Broker broker = service.broker();

  @Test
  void trueAssertionsPass() {
    String loadNumber = service.createLoad();
    service.read(loadNumber);
    assertThat(broker)
        .chargedExactlyOnceFor(loadNumber)
        .chargedReadsOf(loadNumber, 1)
        .hasDebits(2)
        .hasBalance("24.33");
    assertThat(server).received(Operation.CREATE_LOAD, 1);
    server.driver(loadNumber).driveUntil(LoadStatus.IN_TRANSIT);
    assertThat(server)
        .load(loadNumber)
        .hasStatus("IN_TRANSIT")
        .hasArrivedAt(1)
        .hasDepartedFrom(1)
        .hasNotArrivedAt(2);
  }

  @Test
  void falseAssertionsFailWithTheLedgerOrTheLoad() {
    String loadNumber = service.createLoad();
    assertThatThrownBy(() -> assertThat(broker).hasBalance("25.00"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected a balance of 25.00 USD but it is 24.35 USD")
        .hasMessageContaining("DEBIT 0.65 USD createLoad " + loadNumber);
    assertThatThrownBy(() -> assertThat(broker).chargedExactlyOnceFor("LD-2026-9999"))
        .hasMessageContaining("there are 0");
    assertThatThrownBy(() -> assertThat(broker).wasNotCharged())
        .hasMessageContaining("there are 1");
    assertThatThrownBy(() -> assertThat(server).load(loadNumber).hasStatus("DELIVERED"))
        .hasMessageContaining("expected " + loadNumber + " to be DELIVERED")
        .hasMessageContaining("PLANNED");
    assertThatThrownBy(() -> assertThat(server).load(loadNumber).hasArrivedAt(1))
        .hasMessageContaining("an arrival at stop 1");
    assertThatThrownBy(() -> assertThat(server).load(loadNumber).hasMissed(2))
        .hasMessageContaining("a miss of stop 2");
    assertThatThrownBy(() -> assertThat(server).received(Operation.GET_PRICING, 1))
        .hasMessageContaining("saw 0");
  }

  @Test
  void wrongBalanceNamesLoadsChargedForOneOrder() {
    String first = service.createLoad();
    String second = service.createLoad();
    String other =
        service
            .client()
            .post("/v1/agent/loads", Orders.body("acme/PO-1007"))
            .json()
            .text("loadNumber");
    assertThatThrownBy(() -> assertThat(broker).hasBalance("24.35"))
        .hasMessageContaining(
            "one order was charged 2 times, as "
                + (first + ", " + second + "; ")
                + "send it with a customerRef, or always with the same idempotencyKey")
        .hasMessageContaining("DEBIT 0.65 USD createLoad " + other);
  }

  /** As everywhere that takes an amount. */
  @Test
  void invalidBalanceIsRefused() {
    assertThatThrownBy(() -> assertThat(broker).hasBalance("abc"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not an amount in USD: 'abc'; write a decimal such as 25.00");
  }

  @Test
  void oneImportIncludesAssertJsOwnAssertions() {
    assertThat("text").isEqualTo("text");
    assertThat(server.brokers()).hasSize(1);
  }
}
