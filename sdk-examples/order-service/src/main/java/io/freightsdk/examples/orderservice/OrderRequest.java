package io.freightsdk.examples.orderservice;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order that a customer sends. Wrong fields are reported immediately. The freight service finds
 * other mistakes, such as an invalid phone number, and the order stops.
 *
 * @param miles of the trip
 * @param weight in pounds
 */
record OrderRequest(
    @NotBlank String driverPhone,
    @NotEmpty List<@NotNull @Valid Stop> pickups,
    @NotEmpty List<@NotNull @Valid Stop> deliveries,
    @Nullable BigDecimal rate,
    @Nullable Double miles,
    @Nullable Double weight) {
  /**
   * A pickup or delivery.
   *
   * @param date the start of its time window
   * @param position null for the position of the address
   */
  record Stop(
      @NotBlank String address,
      @NotBlank String city,
      @NotBlank String state,
      @NotBlank String zip,
      @Nullable Instant date,
      @Valid @Nullable Position position) {
    private StopInput toInput() {
      return StopInput.builder()
          .address(address)
          .city(city)
          .state(state)
          .zip(zip)
          .date(date)
          .lat(position == null ? null : position.lat())
          .lng(position == null ? null : position.lng())
          .build();
    }
  }

  /** A position in degrees. */
  record Position(@NotNull Double lat, @NotNull Double lng) {}

  CreateLoadInput toInput() {
    return CreateLoadInput.builder()
        .driverPhone(driverPhone)
        .pickups(pickups.stream().map(Stop::toInput).toList())
        .deliveries(deliveries.stream().map(Stop::toInput).toList())
        .rate(rate)
        .miles(miles)
        .weight(weight)
        .build();
  }
}
