package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.freightsdk.server.Broker;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@QuarkusTest
@QuarkusTestResource(FreightServer.class)
class ShopTest {
  private static final String ORDER =
      """
      {"driverPhone":"+13125550142",
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";

  private final HttpClient http = HttpClient.newHttpClient();

  @TestHTTPResource("/")
  URI shop;

  Broker broker;

  @Test
  @Timeout(60)
  void orderIsBookedOnlyIfItsTransactionCommits() throws Exception {
    String tooLong = "PO-of-a-number-that-no-column-holds";
    assertEquals(500, send("PUT", "orders/" + tooLong, ORDER).statusCode());
    assertContains("\"result\":\"STORED\"", send("PUT", "orders/PO-1", ORDER).body());

    String orders = get("orders");
    while (orders.contains("\"PO-1\":\"\"")) orders = get("orders");
    assertFalse(orders.contains(tooLong), orders);
    assertEquals(1, sent("\"acme/"));
    String number = orders.replaceAll(".*\"PO-1\":\"([^\"]+)\".*", "$1");
    assertContains("\"loadNumber\":\"" + number + "\"", get("loads/" + number));
    assertContains("\"readAt\":\"20", get("pages/" + number));
  }

  @Test
  void callerGetsTheReturnedValue() throws Exception {
    String order = ORDER.replace("{\"driver", "{\"customerRef\":\"spot/1\",\"driver");
    HttpResponse<String> created = send("POST", "loads", order);
    assertEquals(200, created.statusCode(), created.body());
    assertContains(
        "\"charge\":{\"kind\":\"CHARGED\",\"amountUsd\":0.65,\"pricedAt\":\"20", created.body());
    assertContains("\"driverWebLink\":\"http", created.body());
    assertContains("\"deduplicated\":false", created.body());

    assertEquals(
        "{\"currency\":\"USD\",\"balanceUsd\":" + broker.balanceUsd() + "}", get("balance"));
    assertContains("\"chargedUsd\":", get("totals"));
  }

  private long sent(String part) {
    return broker.requests().stream()
        .filter(request -> request.body() != null && request.body().contains(part))
        .count();
  }

  private static void assertContains(String part, String text) {
    assertTrue(text.contains(part), text);
  }

  private String get(String path) throws Exception {
    return http.send(HttpRequest.newBuilder(shop.resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  private HttpResponse<String> send(String method, String path, String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(shop.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(json))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}
