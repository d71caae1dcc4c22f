package io.freightsdk.server.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.BrokerSettings;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
  void aLoadThatIsDoneIsFollowedByAnother() {
    server.clock().advance(Duration.ofDays(3));
    awaitLoad(12);

    assertThat(server.loads(100)).hasSize(12);
    assertThat(delivered()).isEqualTo(6);
  }

  @Test
  void afterAResetTheFleetStartsAnew() {
    server.reset();
    awaitLoad(6);

    assertThat(server.loads(100)).hasSize(6);
  }

  /** A driver is texted the link once the load is there; numbers are drawn in sequence. */
  private void awaitLoad(int number) {
    String end = String.format(Locale.ROOT, "-%04d", number);
    server.sms().await(sms -> sms.loadNumber().endsWith(end), Duration.ofSeconds(30));
  }

  private long delivered() {
    return server.loads(100).stream()
        .filter(load -> load.status().equals(LoadStatus.DELIVERED))
        .count();
  }
}
