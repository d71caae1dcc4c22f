package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.util.List;

/** The loads that are created over HTTP, and who creates them. */
final class Orders {
  private Orders() {}

  static FreightClient client(String baseUrl, String agentKey) {
    return FreightClient.builder().baseUrl(baseUrl).agentKey(agentKey).build();
  }

  static CreateLoadInput order(String reference) {
    return CreateLoadInput.builder()
        .driverPhone("+14155550142")
        .pickups(List.of(stop("1 Market St", "San Francisco", "94105", 37.7936, -122.3958)))
        .deliveries(List.of(stop("200 N Spring St", "Los Angeles", "90012", 34.0537, -118.2428)))
        .customerRef(reference)
        .build();
  }

  private static StopInput stop(String address, String city, String zip, double lat, double lng) {
    return StopInput.builder()
        .address(address)
        .city(city)
        .state("CA")
        .zip(zip)
        .lat(lat)
        .lng(lng)
        .build();
  }
}
