package io.freightsdk.testing;

import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.model.TopUpByCardInput;
import java.math.BigDecimal;

/** Inputs for tests. */
public final class SampleLoads {
  public static final String NUMBER = "LD-2026-0001";

  private SampleLoads() {}

  /** Returns the outcome, and fails if it is deduplicated. */
  public static CreateLoadOutcome created(CreateLoadOutcome outcome) {
    if (outcome.deduplicated()) throw new AssertionError("expected a new load, got " + outcome);
    return outcome;
  }

  /** Cincinnati OH to Sevierville TN. */
  public static CreateLoadInput twoStops() {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .addPickup(
            StopInput.builder()
                .address("100 E 5th St")
                .city("Cincinnati")
                .state("OH")
                .zip("45202")
                .lat(39.1006)
                .lng(-84.5095)
                .build())
        .addDelivery(
            StopInput.builder()
                .address("200 Gists Creek Rd")
                .city("Sevierville")
                .state("TN")
                .zip("37876")
                .lat(35.8681)
                .lng(-83.5619)
                .build())
        .build();
  }

  public static TopUpByCardInput topUp() {
    return TopUpByCardInput.builder()
        .amountUsd(new BigDecimal("50.00"))
        .cardToken("tok_visa_0001")
        .build();
  }
}
