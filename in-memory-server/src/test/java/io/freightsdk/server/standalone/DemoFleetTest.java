package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DemoFleetTest {
  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .frozenClock()
          .clockStart(DemoFleet.startTime())
          .broker(BrokerSettings.DEFAULT.withBalance(new BigDecimal("100.00")))
          .start();
  private final DemoFleet fleet = DemoFleet.start(server);

  @AfterEach
  void close() {
    fleet.close();
    server.close();
  }

  @Test
  void theFirstLookShowsTrucksOnTheRoad() {
    List<LoadView> loads = server.loads(100);

    assertThat(loads).hasSize(6);
    assertThat(loads).allSatisfy(load -> assertThat(load.pingCount()).isPositive());
    assertThat(loads)
        .filteredOn(load -> load.status().equals(LoadStatus.IN_TRANSIT))
        .hasSizeGreaterThan(3);
    assertThat(server.sms().messages()).hasSize(6);
  }

  @Test
  void aLoadThatIsDoneIsFollowedByAnother() throws InterruptedException {
    server.clock().advance(Duration.ofDays(3));

    assertThat(becomes(() -> delivered() == 6 && server.loads(100).size() == 12)).isTrue();
  }

  @Test
  void afterAResetTheFleetStartsAnew() throws InterruptedException {
    server.reset();

    assertThat(becomes(() -> server.loads(100).size() == 6)).isTrue();
  }

  private long delivered() {
    return server.loads(100).stream()
        .filter(load -> load.status().equals(LoadStatus.DELIVERED))
        .count();
  }

  private static boolean becomes(java.util.function.BooleanSupplier state)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!state.getAsBoolean() && System.nanoTime() < end) TimeUnit.MILLISECONDS.sleep(50);
    return state.getAsBoolean();
  }
}
