package com.example;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.InMemoryFreightServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Books a load, reads its position through the application, and prints it. */
@SpringBootApplication
@RestController
public class Shop {
  private final FreightClient freight;

  Shop(FreightClient freight) {
    this.freight = freight;
  }

  public static void main(String[] args) throws Exception {
    try (InMemoryFreightServer server = InMemoryFreightServer.start();
        var application =
            SpringApplication.run(
                Shop.class,
                "--server.port=0",
                "--freight.base-url=" + server.baseUrl(),
                "--freight.agent-key=" + server.createBroker("25.00").agentKey())) {
      String number =
          application
              .getBean(FreightClient.class)
              .createLoad(
                  CreateLoadInput.builder()
                      .driverPhone("+13125550142")
                      .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
                      .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
                      .build())
              .loadNumber();
      String port = application.getEnvironment().getProperty("local.server.port");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/loads/" + number))
              .build();
      System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
    }
  }

  @GetMapping("/loads/{number}")
  LoadPosition position(@PathVariable("number") String number) {
    return freight.getLoadPosition(number);
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
