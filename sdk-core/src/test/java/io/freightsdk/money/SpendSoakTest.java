package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class SpendSoakTest {
  /** The soak of the documentation has a hundred times as many. */
  private static final int CALLS = Integer.getInteger("freight.soak.calls", 2_000);

  @Test
  void thousandsOfCallsEndWithEqualBooksAndNoThreadLeft() throws Exception {
    SpendSoak.Figures figures = SpendSoak.run(7, CALLS);
    System.out.println(figures.text());
    assertThat(figures.good()).as(figures.text()).isTrue();
  }

  /** Only when a soak is asked for: a second JVM is too much for every build. */
  @Test
  @EnabledIfSystemProperty(named = "freight.soak.calls", matches = "\\d+")
  void withTheServiceInAnotherProcessTheHeapOfTheClientStaysSmall() throws Exception {
    SpendSoak.Figures figures = SpendSoak.runApart(1, CALLS);
    System.out.println(figures.text());
    assertThat(figures.good()).as(figures.text()).isTrue();
    assertThat(figures.clientHeap().growthBytes()).as(figures.text()).isLessThan(64L << 20);
  }
}
