package io.freightsdk.jobs;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;

/** Orders that tests book. */
final class SampleOrders {
  private SampleOrders() {}

  static CreateLoadInput cincinnatiToSevierville() {
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
