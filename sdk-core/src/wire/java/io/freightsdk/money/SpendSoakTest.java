package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@Thorough("runs for many days of virtual time")
class SpendSoakTest {
  /** The soak of the documentation has a hundred times as many. */
  private static final int CALLS = Integer.getInteger("freight.soak.calls", 2_000);

  @Test
  void everyDayEndsWithEqualBooksAndNoThreadIsLeft() throws Exception {
    SpendSoak.Figures figures = SpendSoak.run(7, CALLS);
    System.out.println(figures.text());
    assertThat(figures.good()).as(figures.text()).isTrue();
  }

  /**
   * Only when a soak is asked for: a second JVM is too much for every build, and the heap grows
   * until the client remembers as many keys and entries as it ever does, in about 120,000 calls.
   * After that, five bytes a call would be seen.
   */
  @Test
  @EnabledIfSystemProperty(named = "freight.soak.calls", matches = "\\d+")
  void withTheServiceInAnotherProcessTheHeapOfTheClientStaysFlat() throws Exception {
    SpendSoak.Figures figures = SpendSoak.runApart(1, CALLS);
    System.out.println(figures.text());
    assertThat(figures.good()).as(figures.text()).isTrue();
    assertThat(figures.heap().growthBytes()).as(figures.text()).isLessThan(256 << 10);
  }
}
