package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.Broker;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureFreightServer
class ShopTest {
  @Autowired FreightClient freight;
  @Autowired Broker broker;

  @Value("${local.server.port}")
  int port;

  @Test
  void aLoadIsBookedReadAndPaidFor() throws Exception {
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
    assertContains("\"balanceUsd\":24.33", get("/actuator/health"));
    assertEquals("24.33", broker.balanceUsd().toPlainString());
  }

  private static void assertContains(String part, String text) {
    assertTrue(text.contains(part), text);
  }

  private String get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
