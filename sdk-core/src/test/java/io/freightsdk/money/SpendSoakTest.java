package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpendSoakTest {
  /** The soak of the documentation has a hundred times as many; see {@link SpendSoak}. */
  @Test
  void twoThousandCallsEndWithEqualBooksAndNoThreadLeft() throws Exception {
    SpendSoak.Figures figures = SpendSoak.run(7, 2_000);
    assertThat(figures.good()).as(figures.toString()).isTrue();
  }
}
