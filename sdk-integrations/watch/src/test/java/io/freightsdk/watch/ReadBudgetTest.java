package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReadBudgetTest {
  @Test
  void aNegativeBudgetIsRefused() {
    assertThatThrownBy(() -> new ReadBudget(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
