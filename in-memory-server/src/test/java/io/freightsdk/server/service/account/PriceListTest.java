package io.freightsdk.server.service.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PriceListTest {
  private static final Map<String, BigDecimal> DEARER_READS =
      Map.of("position_read", new BigDecimal("0.05"));

  private final PriceList prices = new PriceList();

  /** One that a second change meets half way: while its own prices are read. */
  private Map<String, BigDecimal> metBy(Thread second) {
    return new AbstractMap<>() {
      @Override
      public Set<Map.Entry<String, BigDecimal>> entrySet() {
        second.start();
        while (second.isAlive() && second.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        return Map.of("load_create", new BigDecimal("0.90")).entrySet();
      }
    };
  }

  @Test
  void ofTwoChangesAtTheSameTimeNoneIsLost() throws InterruptedException {
    Thread second = new Thread(() -> prices.change(DEARER_READS));
    prices.change(metBy(second));
    second.join();

    assertThat(prices.all())
        .containsEntry("load_create", new BigDecimal("0.90"))
        .containsEntry("position_read", new BigDecimal("0.05"));
  }
}
