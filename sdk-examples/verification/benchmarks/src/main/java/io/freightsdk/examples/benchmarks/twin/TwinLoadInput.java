package io.freightsdk.examples.benchmarks.twin;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record TwinLoadInput(
    String driverPhone,
    List<Stop> pickups,
    List<Stop> deliveries,
    @Nullable String shipperName,
    @Nullable String carrierName,
    @Nullable String equipmentType,
    @Nullable String customerRef,
    @Nullable BigDecimal rate,
    @Nullable Double miles,
    @Nullable Double weight,
    @Nullable String truckNumber) {

  public record Stop(
      String address,
      String city,
      String state,
      String zip,
      @Nullable String facilityName,
      @Nullable Instant date,
      @Nullable Double lat,
      @Nullable Double lng) {}
}
