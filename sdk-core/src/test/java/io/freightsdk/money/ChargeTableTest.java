package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Stage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The table of charges in the documentation is exactly what the client says. */
class ChargeTableTest {
  @Test
  void theTableOfTheDocumentationIsWhatTheClientSays() throws IOException {
    try (Stage stage = Stage.inWorld()) {
      assertThat(ChargeTable.published()).isEqualTo(ChargeTable.toldOn(stage));
    }
  }
}
