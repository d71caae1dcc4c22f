package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeduplicationTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void theSameReferenceReturnsTheExistingLoadForFree() {
    Http.Reply first = create(service.client(), "PO-7");
    Http.Reply second = create(service.client(), "PO-7");
    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.json().flag("deduplicated")).isTrue();
    for (String member : List.of("loadId", "loadNumber", "trackingLink", "driverWebLink")) {
      assertThat(second.json().text(member)).isEqualTo(first.json().text(member));
    }
    assertThat(service.broker()).hasDebits(1).hasBalance("24.35");
    assertThat(service.server().sms().messages()).hasSize(1);
  }

  @Test
  void referencesMatchExactlyAfterTrimming() {
    String first = create(service.client(), "PO-7").json().text("loadNumber");
    assertThat(create(service.client(), "  PO-7 ").json().text("loadNumber")).isEqualTo(first);
    assertThat(create(service.client(), "po-7").status()).isEqualTo(201);
  }

  @Test
  void blankReferencesNeverMatch() {
    assertThat(create(service.client(), " ").status()).isEqualTo(201);
    assertThat(create(service.client(), " ").status()).isEqualTo(201);
  }

  @Test
  void referencesAreTheBrokersOwn() {
    create(service.client(), "PO-7");
    assertThat(create(service.stranger("5.00"), "PO-7").status()).isEqualTo(201);
  }

  @Test
  void dedupIsFreeWhileBillingIsDown() {
    create(service.client(), "PO-7");
    service.server().faults().billingOutage();
    assertThat(create(service.client(), "PO-7").status()).isEqualTo(200);
    assertThat(create(service.client(), "PO-8").status()).isEqualTo(503);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void dedupNeedsNoFunds() {
    Http poor = service.stranger("0.65");
    create(poor, "PO-7");
    assertThat(create(poor, "PO-7").status()).isEqualTo(200);
  }

  @Test
  void aCancelledLoadStillMatches() {
    String loadNumber = create(service.client(), "PO-7").json().text("loadNumber");
    service.server().load(loadNumber).cancel();
    assertThat(create(service.client(), "PO-7").json().text("loadNumber")).isEqualTo(loadNumber);
  }

  private static Http.Reply create(Http client, String reference) {
    return client.post("/v1/agent/loads", Orders.body(reference));
  }
}
