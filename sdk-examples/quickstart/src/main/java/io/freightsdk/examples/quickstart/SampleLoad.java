package io.freightsdk.examples.quickstart;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** The load of the quickstart: Cincinnati OH to Sevierville TN, down Interstate 75. */
final class SampleLoad {
  private SampleLoad() {}

  /** The load, to be picked up an hour from {@code now} and delivered seven hours from it. */
  static CreateLoadInput startingAt(Instant now) {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .pickups(
            StopInput.builder()
                .facilityName("Fountain Square dock")
                .address("520 Vine St")
                .city("Cincinnati")
                .state("OH")
                .zip("45202")
                .date(now.plus(Duration.ofHours(1)))
                .lat(39.1015)
                .lng(-84.5125)
                .build())
        .deliveries(
            StopInput.builder()
                .facilityName("Sevierville warehouse")
                .address("120 Gary Wade Blvd")
                .city("Sevierville")
                .state("TN")
                .zip("37862")
                .date(now.plus(Duration.ofHours(7)))
                .lat(35.8682)
                .lng(-83.5619)
                .build())
        .shipperName("Example Shipper")
        .carrierName("Example Carrier")
        .equipmentType("VAN")
        .rate(new BigDecimal("1450.00"))
        .build();
  }
}
