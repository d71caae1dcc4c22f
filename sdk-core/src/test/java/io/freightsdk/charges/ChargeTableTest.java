package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether money was taken, and what to do, after each failure of what is paid. */
class ChargeTableTest extends ChargeTable {
  @Test
  void eachFailureReportsItsChargeAndItsNextStep() {
    assertThat(reported()).containsExactlyElementsOf(EXPECTED);
  }
}
