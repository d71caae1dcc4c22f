package io.freightsdk.server.http;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations whose shapes are not published. */
class CatalogTest {
  private static final String READ = "/v1/freight/get_load_position";

  @AutoClose private final Service service = Service.start();

  @Test
  void trackedLoadAcceptsItsOwnKeyHeader() {
    Http.Reply reply =
        service
            .anyone()
            .post(
                "/v1/freight/create_tracked_load",
                Orders.TWO_STOPS,
                "X-Agent-Key",
                service.broker().agentKey());
    assertThat(reply.status()).isEqualTo(201);
    assertThat(service.broker()).chargedExactlyOnceFor(reply.json().text("loadNumber"));
  }

  @Test
  void keyHeaderWorksOnTheTwoFreightPathsOnly() {
    Http.Reply reply =
        service.anyone().get("/v1/agent/balance", "X-Agent-Key", service.broker().agentKey());
    assertThat(reply.status()).isEqualTo(401);
    assertThat(service.client().post(READ, "{\"loadNumber\":\"none\"}").status()).isEqualTo(404);
  }

  @Test
  void trackedPositionIsNullBeforeTheFirstFix() {
    String loadNumber = service.createLoad();
    String body = "{\"loadNumber\":\"" + loadNumber + "\"}";
    Tree before = service.client().post(READ, body).json();
    assertThat(before.text("status")).isEqualTo("PLANNED");
    assertThat(before.text("lat")).isNull();
    assertThat(before.text("timestamp")).isNull();
    service.server().driver(loadNumber).ping(39.1031, -84.5120);
    Tree after = service.client().post(READ, body).json();
    assertThat(after.number("lat")).isEqualByComparingTo("39.1031");
    assertThat(after.text("status")).isEqualTo("AT_PICKUP");
    assertThat(service.broker()).chargedReadsOf(loadNumber, 2).hasBalance("24.31");
  }

  @Test
  void trackedPositionNeedsALoadNumber() {
    Http.Reply reply = service.client().post(READ, "{}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo("loadNumber");
  }

  @Test
  void topUpByCardCreditsTheBalance() {
    Http.Reply reply =
        service
            .client()
            .post("/v1/billing/topup/card", "{\"amountUsd\":10.50,\"cardToken\":\"tok_1\"}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().number("balanceUsd")).isEqualByComparingTo("35.50");
    assertThat(service.broker()).hasBalance("35.50");
  }

  @Test
  void topUpNeedsAnAmountAndACard() {
    for (String body :
        new String[] {
          "{\"amountUsd\":0,\"cardToken\":\"t\"}",
          "{\"amountUsd\":-5,\"cardToken\":\"t\"}",
          "{\"amountUsd\":1e300,\"cardToken\":\"t\"}",
          "{\"amountUsd\":5}"
        }) {
      assertThat(service.client().post("/v1/billing/topup/card", body).status())
          .as(body)
          .isEqualTo(400);
    }
    assertThat(service.broker()).hasBalance("25.00");
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource({
    "0, agent.create_load, /v1/agent/loads, 0.65, prepaid_balance",
    "1, logistics.create_tracked_load, /v1/freight/create_tracked_load, 0.65, prepaid_balance",
    "2, logistics.get_load_position, /v1/freight/get_load_position, 0.02, prepaid_balance",
    "3, billing.topup_card, /v1/billing/topup/card, 0, "
  })
  void catalogListsEveryOperation(
      int entry, String id, String endpoint, String price, String payment) {
    Tree listed = service.client().get("/v1/catalog").json().at("services." + entry);
    assertThat(listed.text("id")).isEqualTo(id);
    assertThat(listed.text("category")).isNotBlank();
    assertThat(listed.text("description")).isNotBlank();
    assertThat(listed.text("endpoint")).isEqualTo(endpoint);
    assertThat(listed.number("price_usd")).isEqualByComparingTo(price);
    assertThat(listed.text("payment")).isEqualTo(payment);
  }

  @Test
  void catalogHasCurrentPrices() {
    service.server().price("load_create", "0.70");
    Tree catalog = service.client().get("/v1/catalog").json();
    assertThat(catalog.number("services.0.price_usd")).isEqualByComparingTo("0.70");
    assertThat(catalog.number("services.1.price_usd")).isEqualByComparingTo("0.70");
  }
}
