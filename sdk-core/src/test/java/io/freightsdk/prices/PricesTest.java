package io.freightsdk.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.ServerFixture;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One read of the price list serves all calls, and is refreshed before it expires. */
class PricesTest extends ServerFixture {
  private final FreightClient client = client(builder());

  @Test
  void priceIsReadOnceForAllOperations() {
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo(CREATE);
    assertThat(client.price(Operation.GET_LOAD_POSITION)).isEqualByComparingTo(READ);
    assertThat(client.price(Operation.GET_BALANCE)).isZero();
    assertThat(requestCount(Operation.GET_PRICING)).isEqualTo(1);
  }

  @Test
  void manyCallersShareOneRequest() {
    server.faults().next(Operation.GET_PRICING, Fault.delay(Duration.ofMillis(200)));
    List<Caller<BigDecimal>> prices = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      prices.add(world.start(() -> client.price(Operation.CREATE_LOAD)));
    }
    prices.forEach(world::runUntilWaiting);
    // One caller that gives up takes nothing from the others.
    Caller<BigDecimal> leaves = prices.remove(0);
    leaves.interrupt();
    prices.forEach(price -> assertThat(CallStyle.join(price)).isEqualByComparingTo(CREATE));
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> CallStyle.join(leaves));
    assertThat(requestCount(Operation.GET_PRICING)).isEqualTo(1);
  }

  @Test
  void priceIsRefreshedInTheBackgroundBeforeItExpires() {
    client.price(Operation.CREATE_LOAD);
    server.price("load_create", "0.70");
    world.advance(Duration.ofSeconds(7));
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo("0.65");
    assertThat(requestCount(Operation.GET_PRICING)).isEqualTo(1);

    world.advance(Duration.ofSeconds(1));
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo("0.65");
    world.settle();
    assertThat(client.price(Operation.CREATE_LOAD)).isEqualByComparingTo("0.70");
    assertThat(requestCount(Operation.GET_PRICING)).isEqualTo(2);
  }

  @Test
  void maxPriceAcceptsOnlyDecimalText() {
    assertThat(CallOptions.builder().maxPrice("0.70").build().maxPrice())
        .isEqualByComparingTo("0.70");
    for (String wrong : new String[] {"0,70", "-0.01", "lots", ""}) {
      assertThatThrownBy(() -> CallOptions.builder().maxPrice(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maxPrice");
      assertThatThrownBy(() -> builder().maxPrice(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maxPrice");
    }
  }
}
