package io.freightsdk.micrometer;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;

final class MeteredLoads {
  static final String DRIVER_PHONE = "+13125550142";

  private MeteredLoads() {}

  /** A load from Cincinnati OH to Sevierville TN. */
  static CreateLoadInput load() {
    return CreateLoadInput.builder()
        .driverPhone(DRIVER_PHONE)
        .pickups(stop("520 Vine St", "Cincinnati", "OH", "45202"))
        .deliveries(stop("120 Gary Wade Blvd", "Sevierville", "TN", "37862"))
        .build();
  }

  private static StopInput stop(String address, String city, String state, String zip) {
    return StopInput.builder().address(address).city(city).state(state).zip(zip).build();
  }
}
