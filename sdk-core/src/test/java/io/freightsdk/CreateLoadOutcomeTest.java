package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreateLoadOutcomeTest {
  /** The two have one type, and a driver gets them by SMS. */
  @Test
  void eachLinkOfALoadIsTheOneThatTheAnswerNamesSo() {
    CreateLoadResult created =
        CreateLoadResult.builder()
            .success(true)
            .loadId("id")
            .loadNumber("LD-2026-0001")
            .trackingLink("tracking")
            .driverWebLink("web")
            .driverAppLink("app")
            .build();
    DedupCreateLoadResult known =
        DedupCreateLoadResult.builder()
            .ok(true)
            .loadId("id")
            .loadNumber("LD-2026-0001")
            .trackingLink("tracking")
            .driverWebLink("web")
            .driverAppLink("app")
            .deduplicated(true)
            .build();
    for (CreateLoadOutcome outcome :
        List.of(
            CreateLoadOutcome.of(created, "key", 1, Charge.NONE),
            CreateLoadOutcome.of(known, "key", 1, Charge.NONE))) {
      assertThat(outcome.trackingLink()).isEqualTo("tracking");
      assertThat(outcome.driverWebLink()).isEqualTo("web");
      assertThat(outcome.driverAppLink()).isEqualTo("app");
      assertThat(outcome.loadId()).isEqualTo("id");
      assertThat(outcome.loadNumber()).isEqualTo("LD-2026-0001");
    }
  }

  @Test
  void theHighestPriceIsReadFromTextToo() {
    assertThat(CallOptions.builder().maxPrice("0.05").build().maxPrice())
        .isEqualByComparingTo("0.05");
    assertThatThrownBy(() -> CallOptions.builder().maxPrice("five cents"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxPrice");
    assertThatThrownBy(() -> CallOptions.builder().maxPrice("-0.01"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
