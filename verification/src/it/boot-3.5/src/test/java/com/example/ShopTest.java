package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureFreightServer
class ShopTest {
  private static final String ORDER =
      """
      {"driverPhone":"+13125550147","customerRef":"PO-7",
       "pickups":[{"address":"120 Main St","city":"Corbin","state":"KY","zip":"40701"}],
       "deliveries":[{"address":"9 Elm St","city":"Dallas","state":"TX","zip":"75201"}]}""";

  @Autowired FreightClient freight;
  @Autowired Broker broker;

  @Value("${local.server.port}")
  int port;

  @Test
  void loadIsCreatedReadAndPaid() throws Exception {
    BigDecimal before = broker.balanceUsd();
    String number =
        freight
            .createLoad(
                CreateLoadInput.builder()
                    .driverPhone("+13125550142")
                    .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
                    .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
                    .build())
            .loadNumber();
    assertContains("\"loadNumber\":\"" + number + "\"", get("/loads/" + number));
    BigDecimal after = before.subtract(new BigDecimal("0.67"));
    assertContains("\"balanceUsd\":" + after, get("/actuator/health"));
    assertEquals(after, broker.balanceUsd());
  }

  @Test
  void callerGetsTheReturnedValue() throws Exception {
    HttpRequest order =
        HttpRequest.newBuilder(address("/loads"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(ORDER))
            .build();
    HttpResponse<String> created = HttpClient.newHttpClient().send(order, BodyHandlers.ofString());
    assertEquals(200, created.statusCode(), created.body());
    assertContains(
        "\"charge\":{\"kind\":\"CHARGED\",\"amountUsd\":0.65,\"pricedAt\":\"20", created.body());
    assertContains("\"driverWebLink\":\"http", created.body());
    assertContains("\"deduplicated\":false", created.body());

    String number = created.body().replaceAll(".*\"loadNumber\":\"([^\"]+)\".*", "$1");
    assertEquals(get("/loads/" + number), get("/responses/" + number));
  }

  @Test
  void openApiDescriptionHasOrdersAndReturnedValues() throws Exception {
    JsonNode schemas = new ObjectMapper().readTree(get("/v3/api-docs")).at("/components/schemas");
    assertEquals(
        "[\"deliveries\",\"driverPhone\",\"pickups\"]",
        schemas.at("/CreateLoadInput/required").toString());
    assertEquals(
        "[\"address\",\"city\",\"state\",\"zip\"]", schemas.at("/StopInput/required").toString());
    assertTrue(schemas.at("/Charge/properties").has("amountUsd"), schemas.toString());
    assertEquals("[\"kind\"]", schemas.at("/Charge/required").toString());
    assertEquals(
        "[\"attempts\",\"charge\",\"deduplicated\",\"idempotencyKey\",\"loadId\",\"loadNumber\",\"trackingLink\"]",
        schemas.at("/CreateLoadOutcome/required").toString());
    assertTrue(schemas.at("/CreateLoadOutcome/properties").has("loadNumber"), schemas.toString());
    assertTrue(schemas.at("/CreateLoadOutcome/properties").has("charge"), schemas.toString());
    assertFalse(schemas.toString().contains("headers"), schemas.toString());
  }

  private static void assertContains(String part, String text) {
    assertTrue(text.contains(part), text);
  }

  private String get(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address(path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
