package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerInProcess;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.LedgerEntry;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BillingTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void publishedPricesAreReturned() {
    Tree pricing = service.client().get("/v1/agent/pricing").json();
    assertThat(pricing.text("currency")).isEqualTo("USD");
    assertThat(pricing.number("prices.load_create")).isEqualByComparingTo("0.65");
    assertThat(pricing.number("prices.position_read")).isEqualByComparingTo("0.02");
    assertThat(pricing.number("prices.status_update")).isEqualByComparingTo("0");
    assertThat(pricing.number("prices.delivery_confirm")).isEqualByComparingTo("0");
  }

  @Test
  void lastCentCanBeSpent() {
    Broker broker = service.server().createBroker("0.69");
    Http client = new Http(service.server(), broker.agentKey());
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    assertThat(client.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(200);
    assertThat(client.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(200);
    assertThat(client.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(402);
    assertThat(broker).hasBalance("0.00").chargedReadsOf(loadNumber, 2);
  }

  @Test
  void missingCentPreventsTheCharge() {
    Broker broker = service.server().createBroker("0.66");
    Http client = new Http(service.server(), broker.agentKey());
    String loadNumber = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    assertThat(client.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(402);
    assertThat(broker).hasBalance("0.01").chargedReadsOf(loadNumber, 0);
    broker.credit("0.01");
    assertThat(client.get("/v1/agent/loads/" + loadNumber).status()).isEqualTo(200);
    assertThat(broker).hasBalance("0.00").chargedReadsOf(loadNumber, 1);
  }

  @Test
  void priceMayHaveFractionsOfACent() {
    String loadNumber = service.createLoad();
    service.server().price("position_read", "0.004");
    for (int i = 0; i < 2; i++) service.read(loadNumber);
    assertThat(service.broker()).hasBalance("24.342");
  }

  @Test
  void newPriceAppliesToTheNextCall() {
    service.server().price("position_read", "0.05");
    String loadNumber = service.createLoad();
    service.read(loadNumber);
    assertThat(service.broker()).hasBalance("24.30");
    assertThat(service.client().get("/v1/agent/pricing").json().number("prices.position_read"))
        .isEqualByComparingTo("0.05");
  }

  @Test
  void callAtAPriceOfZeroHasNoEntry() {
    service.server().price("position_read", "0");
    String loadNumber = service.createLoad();
    assertThat(service.read(loadNumber).status()).isEqualTo(200);
    assertThat(service.broker()).hasDebits(1).hasBalance("24.35");
  }

  /** Even a price of zero is read from billing. */
  @Test
  void outageAffectsPaidOperationsAtAPriceOfZero() {
    service.server().price("position_read", "0");
    String loadNumber = service.createLoad();
    service.server().faults().billingOutage();
    assertThat(service.read(loadNumber).status()).isEqualTo(503);
    assertThat(service.confirm(loadNumber, "{}").status()).isEqualTo(422);
  }

  @Test
  void freeOperationCannotHaveAPrice() {
    InMemoryFreightServer server = service.server();
    assertThatThrownBy(() -> server.price("delivery_confirm", "0.01")).hasMessageContaining("free");
    assertThatThrownBy(() -> server.price("nonsense", "1"))
        .hasMessageContaining("known: load_create");
    assertThatThrownBy(() -> server.price("load_create", "-1")).hasMessageContaining("negative");
  }

  @Test
  void ledgerHasEveryChargeWithItsRequest() {
    Http.Reply created =
        service.client().post("/v1/agent/loads", Orders.TWO_STOPS, "Idempotency-Key", "k1");
    String loadNumber = created.json().text("loadNumber");
    Http.Reply read = service.read(loadNumber);
    service.broker().credit("1.00");

    List<LedgerEntry> ledger = service.broker().ledger();
    assertThat(ledger)
        .extracting(LedgerEntry::type)
        .containsExactly(
            LedgerEntry.Type.CREDIT,
            LedgerEntry.Type.DEBIT,
            LedgerEntry.Type.DEBIT,
            LedgerEntry.Type.CREDIT);
    LedgerEntry creation = ledger.get(1);
    assertThat(creation.operation()).isEqualTo(Operation.CREATE_LOAD);
    assertThat(creation.amountUsd()).isEqualByComparingTo("0.65");
    assertThat(creation.balanceAfterUsd()).isEqualByComparingTo("24.35");
    assertThat(creation.loadNumber()).isEqualTo(loadNumber);
    assertThat(creation.idempotencyKey()).isEqualTo("k1");
    assertThat(creation.requestId()).isEqualTo(created.header("X-Request-Id"));
    assertThat(ledger.get(2).requestId()).isEqualTo(read.header("X-Request-Id"));
    assertThat(ledger.get(3).requestId()).isNull();
    assertThat(sum(ledger)).isEqualByComparingTo(service.broker().balanceUsd());
  }

  @Test
  void oldEntriesAreSummedUp() {
    try (InMemoryFreightServer small =
        ServerInProcess.start(InMemoryFreightServer.builder().ledgerCapacity(5))) {
      Broker broker = small.createBroker("1.00");
      for (int i = 0; i < 20; i++) broker.credit("0.01");
      List<LedgerEntry> ledger = broker.ledger();
      assertThat(ledger).hasSize(6);
      assertThat(ledger.get(0).type()).isEqualTo(LedgerEntry.Type.CARRIED_FORWARD);
      assertThat(sum(ledger)).isEqualByComparingTo("1.20");
      assertThat(broker).hasBalance("1.20");
    }
  }

  @Test
  void amountsAreExactDecimals() {
    InMemoryFreightServer server = service.server();
    assertThatThrownBy(() -> server.createBroker("1e999999999"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> server.createBroker("ten")).hasMessageContaining("25.00");
    // An Arabic one, which BigDecimal reads.
    assertThatThrownBy(() -> server.createBroker("\u0661")).hasMessageContaining("25.00");
    assertThatThrownBy(() -> service.broker().credit("-1")).hasMessageContaining("negative");
    Broker broker = service.server().createBroker("0.10");
    for (int i = 0; i < 10; i++) broker.credit("0.10");
    assertThat(broker).hasBalance("1.10");
  }

  private static BigDecimal sum(List<LedgerEntry> ledger) {
    return ledger.stream()
        .map(LedgerEntry::signedAmountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
