package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import org.junit.jupiter.api.Test;

class CreateLoadOutcomeTest {
  @Test
  void whetherACreationIsAReplayIsAskedOfTheOutcomeItself() {
    CreateLoadResult result =
        CreateLoadResult.builder()
            .loadId("5a0e6b6e-0000-4000-8000-000000000001")
            .loadNumber("LD-2026-0001")
            .trackingLink("https://t.example.com/1")
            .driverWebLink("https://d.example.com/1")
            .driverAppLink("pingpoint://driver/1")
            .build();
    CreateLoadOutcome first = new CreateLoadOutcome.Created(result, "key", 1, Charge.NONE);
    CreateLoadOutcome again =
        new CreateLoadOutcome.Created(result, "key", 1, Charge.NONE, Charge.UNKNOWN);

    assertThat(first.replayed()).isFalse();
    assertThat(first.earlierCharge()).isNull();
    assertThat(again.replayed()).isTrue();
    assertThat(again.earlierCharge()).isEqualTo(Charge.UNKNOWN);
  }

  @Test
  void aDeduplicatedLoadIsNoReplay() {
    CreateLoadOutcome known =
        new CreateLoadOutcome.Deduplicated(
            DedupCreateLoadResult.builder()
                .ok(true)
                .loadId("5a0e6b6e-0000-4000-8000-000000000001")
                .loadNumber("LD-2026-0001")
                .trackingLink("https://t.example.com/1")
                .deduplicated(true)
                .build(),
            "key",
            1,
            Charge.NONE);

    assertThat(known.replayed()).isFalse();
    assertThat(known.earlierCharge()).isNull();
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
