package io.freightsdk.examples.observability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ObservabilityTest {
  @Test
  void theProgramPrintsSpansAndMetersAndNoSecret() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Observability.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    String printed = bytes.toString(StandardCharsets.UTF_8);
    assertThat(printed)
        .containsSubsequence(
            "POST /v1/agent/loads ERROR",
            "POST /v1/agent/loads UNSET",
            "GET /v1/agent/loads/{loadNumber} UNSET",
            "GET /v1/agent/loads/{loadNumber} ERROR",
            "refused: charged NONE, next step TOP_UP",
            "dispatch a load")
        .contains("freight.client.attempts", "freight.client.charges", "freight.ledger.charged");
    assertThat(printed)
        .doesNotContain("drv_")
        .doesNotContain("fak_")
        .doesNotContain("3125550142")
        .doesNotContain("Bearer");
  }
}
