package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The charge and the next step of each failure of a paid operation. */
class ChargeTableTest extends ChargeTable {
  @Test
  void eachFailureReportsItsChargeAndItsNextStep() {
    assertThat(reported()).containsExactlyElementsOf(EXPECTED);
  }
}
