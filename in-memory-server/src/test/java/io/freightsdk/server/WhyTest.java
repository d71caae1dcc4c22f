package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sentence on top of a load in the console. */
class WhyTest {
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);

  private final InMemoryFreightServer server =
      InMemoryFreightServer.builder()
          .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
          .frozenClock()
          .pingThrottle(Duration.ZERO)
          .start();
  private final Http client = new Http(server.baseUrl(), server.createBroker("5.00").agentKey());
  private final String number =
      client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aDriverWhoHasSentNothing() {
    assertThat(why()).isEqualTo("No position yet: the driver has not opened the link.");
  }

  @Test
  void aNearMissWithPositionsThatWereTooRough() {
    ping(CINCINNATI.travel(0, 20_000), 10);
    ping(CINCINNATI.travel(0, 3_329), 10);
    ping(CINCINNATI, 400);
    ping(CINCINNATI, 900);
    ping(CINCINNATI, 120);
    ping(CINCINNATI.travel(0, 20_000), 10);

    assertThat(why())
        .isEqualTo(
            "Not arrived at stop 1 (Cincinnati, OH): the closest of 6 positions came to 0 m at Nov"
                + " 20, 15:40 UTC; the fence is 3,200 m. 2 positions inside were too rough to count"
                + " (400 m, 900 m; at most 150 m). 1 position inside was rough (120 m): two in a"
                + " row are needed.");
  }

  @Test
  void aTruckThatIsFarAwayAndOneWhosePositionsAreRefused() {
    ping(CINCINNATI.travel(0, 160_934), 10);
    assertThat(why())
        .isEqualTo(
            "On the way to stop 1 (Cincinnati, OH): the last position, Nov 20, 13:40 UTC, is 100 mi"
                + " away; the fence is 3,200 m.");
    server.clock().advance(Duration.ofMinutes(1));
    server.driver(number).ping(CINCINNATI.travel(180, 900_000));
    assertThat(why()).contains("The last position was refused: ");
  }

  @Test
  void aTruckAtItsStopAndALoadThatIsDone() {
    server.driver(number).driveToStop(1);
    assertThat(why()).startsWith("At stop 1 (Cincinnati, OH) since ").contains("inside its fence");
    server.driver(number).driveUntil(io.freightsdk.model.LoadStatus.DELIVERED);
    assertThat(why()).startsWith("Delivered Nov 20");
    assertThat(
            new Http(server.baseUrl(), null)
                .get("/__admin/loads/" + number + "/explain")
                .json()
                .text("why"))
        .isEqualTo(why());
  }

  private void ping(Coordinates at, double accuracy) {
    server.clock().advance(Duration.ofMinutes(30));
    server.driver(number).ping(new Fix(server.clock().now(), at, accuracy, null, null));
  }

  private String why() {
    Load load = server.load(number);
    return Why.of(load.view(), load.explain());
  }
}
