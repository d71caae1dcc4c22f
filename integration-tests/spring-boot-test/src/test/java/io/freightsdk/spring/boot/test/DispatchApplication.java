package io.freightsdk.spring.boot.test;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.StopInput;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** An application under test. */
@SpringBootApplication
@RestController
class DispatchApplication {
  private final FreightClient client;

  DispatchApplication(FreightClient client) {
    this.client = client;
  }

  @GetMapping("/loads/{loadNumber}")
  LoadPosition position(@PathVariable("loadNumber") String loadNumber) {
    return client.getLoadPosition(loadNumber);
  }

  @PostMapping("/loads")
  CreateLoadInput book(@RequestBody CreateLoadInput order) {
    client.createLoad(order);
    return order;
  }

  static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
