package io.freightsdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CreateLoadOutcomeTest {
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
