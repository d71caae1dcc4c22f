package io.freightsdk.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {
  @Test
  void onlyWholeReadsCount() {
    assertThat(ReadBudget.of(usd("0.05"), usd("0.02"))).isEqualTo(new ReadBudget(2));
    assertThat(ReadBudget.of(usd("0.0199"), usd("0.02")).isSpent()).isTrue();
    assertThat(ReadBudget.of(usd("-1"), usd("0.02")).isSpent()).isTrue();
  }

  @Test
  void freeReadsNeverEnd() {
    assertThat(ReadBudget.of(usd("0"), usd("0")).isUnlimited()).isTrue();
    assertThat(ReadBudget.of(usd("1000000000000"), usd("0.01")).isUnlimited()).isTrue();
  }

  @Test
  void theTighterOfTwoBudgetsHolds() {
    assertThat(new ReadBudget(3).min(ReadBudget.UNLIMITED)).isEqualTo(new ReadBudget(3));
  }

  @Test
  void aNegativeBudgetIsRefused() {
    assertThatThrownBy(() -> new ReadBudget(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}
