package io.freightsdk.charges;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Stage;
import org.junit.jupiter.api.Test;

/** The table of charges on connections: what is told is what is told in a world. */
class ChargeTableOverSocketsIT {
  @Test
  void overSocketsTheClientSaysTheSame() {
    try (Stage stage = Stage.overSockets()) {
      assertThat(ChargeTable.toldOn(stage)).containsExactlyElementsOf(ChargeTable.EXPECTED);
    }
  }
}
