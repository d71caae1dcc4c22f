package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Stage;
import org.junit.jupiter.api.Test;

/** Whether money was taken, and what to do, after each failure of what is paid. */
class ChargeTableTest {
  @Test
  void eachFailureSaysWhatItCostAndWhatToDo() {
    try (Stage stage = Stage.inWorld()) {
      assertThat(ChargeTable.toldOn(stage)).containsExactlyElementsOf(ChargeTable.EXPECTED);
    }
  }
}
