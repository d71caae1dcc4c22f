package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.view.FixExplanation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sentence on top of a load in the console. */
class WhyTest {
  private static final Coordinates CINCINNATI = new Coordinates(39.1031, -84.5120);
  private static final Coordinates COLUMBUS = new Coordinates(39.9612, -82.9988);

  private final InMemoryFreightServer server =
      ServerInProcess.start(
          InMemoryFreightServer.builder()
              .clockStart(Instant.parse("2026-11-20T13:10:00Z"))
              .frozenClock()
              .pingThrottle(Duration.ZERO));
  private final Http client = new Http(server, server.createBroker("5.00").agentKey());
  private final String number =
      client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void eachFixHasTheStatusOfItsTimeAfterTheLoadWasClosed() {
    Load load = server.load(number).awaitBol();
    server.driver(number).driveUntil(LoadStatus.AT_DELIVERY);
    List<LoadStatus> told = load.explain().stream().map(FixExplanation::after).toList();
    assertThat(told).contains(LoadStatus.PLANNED, LoadStatus.IN_TRANSIT, LoadStatus.AT_DELIVERY);

    server.clock().advance(Duration.ofMinutes(1));
    String confirm = "/v1/agent/loads/" + number + "/delivery-confirm";
    assertThat(client.post(confirm, "{}").status()).isEqualTo(200);
    assertThat(load.explain().stream().map(FixExplanation::after).toList()).isEqualTo(told);

    String cancelled = client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
    server.driver(cancelled).driveUntil(LoadStatus.AT_PICKUP);
    List<LoadStatus> before =
        server.load(cancelled).explain().stream().map(FixExplanation::after).toList();
    server.clock().advance(Duration.ofMinutes(1));
    server.load(cancelled).cancel();
    assertThat(server.load(cancelled).explain().stream().map(FixExplanation::after).toList())
        .isEqualTo(before);
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
                + " away; the fence is 2.0 mi.");
    server.clock().advance(Duration.ofMinutes(1));
    server.driver(number).ping(CINCINNATI.travel(180, 900_000));
    assertThat(why()).contains("The last position was refused: ");
  }

  @Test
  void aTruckAtItsStopAndALoadThatIsDone() {
    server.driver(number).driveToStop(1);
    assertThat(why()).startsWith("At stop 1 (Cincinnati, OH) since ").contains("inside its fence");
    server.driver(number).driveUntil(LoadStatus.DELIVERED);
    assertThat(why()).startsWith("Delivered Nov 20");
    assertThat(Http.to(server).get("/__admin/loads/" + number + "/explain").json().text("why"))
        .isEqualTo(why());
  }

  @Test
  void aLoadThatItsArrivalDeliveredIsNotDeliveredByItsConfirmation() {
    server.driver(number).driveUntil(LoadStatus.DELIVERED);
    String arrived = why();
    assertThat(arrived)
        .startsWith("Delivered Nov 20")
        .endsWith(", on the arrival at its last stop.");
    client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");
    assertThat(why()).isEqualTo(arrived);
    server.load(number).awaitBol(true);
    assertThat(why()).isEqualTo(arrived);
  }

  @Test
  void aLoadThatItsConfirmationOrTheEndOfTheWaitDelivered() {
    server.load(number).awaitBol(true);
    server.driver(number).driveUntil(LoadStatus.AT_DELIVERY);
    ServerSnapshot waiting = server.snapshot();
    client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");
    assertThat(why()).endsWith(", when its bill of lading was confirmed.");

    server.restore(waiting);
    server.clock().advance(Duration.ofHours(31));
    assertThat(why()).endsWith(" without its bill of lading, which never came.");
    client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");
    assertThat(why()).endsWith(" without its bill of lading, which came later.");
  }

  @Test
  void aLoadThatWasDeliveredByHandSaysWhereItWasNotSeen() {
    ping(stop(2), 10);
    assertThat(why())
        .endsWith(
            " The last position is inside stop 2 (Sevierville, TN), but the load was not seen at"
                + " its pickup, so it is not loaded.");
    server.load(number).deliver();
    client.post("/v1/agent/loads/" + number + "/delivery-confirm", "{}");
    assertThat(why())
        .endsWith(
            ", by hand. Not seen at stop 1 (Cincinnati, OH). Not seen at stop 2 (Sevierville,"
                + " TN).");
  }

  @Test
  void aLoadNamesTheStopThatItMissed() {
    String three =
        client
            .post(
                "/v1/agent/loads",
                """
                {"driverPhone":"+13125550142",
                 "pickups":[%s],
                 "deliveries":[
                   {"address":"1 Dock Rd","city":"Dayton","state":"OH","zip":"45402"},
                   {"address":"2 Dock Rd","city":"Columbus","state":"OH","zip":"43215",
                    "lat":39.9612,"lng":-82.9988}]}\
                """
                    .formatted(Orders.pickup()))
            .json()
            .text("loadNumber");
    server.driver(three).driveUntil(LoadStatus.IN_TRANSIT);
    for (int i = 0; i < 2; i++) {
      server.clock().advance(Duration.ofMinutes(180 - 160 * i));
      server.driver(three).ping(new Fix(server.clock().now(), COLUMBUS, 10.0, null, null));
    }
    assertThat(server.load(three).view().status()).isEqualTo(LoadStatus.DELIVERED);
    assertThat(why(three))
        .endsWith(", on the arrival at its last stop. Stop 2 (Dayton, OH) was missed.");
  }

  private Coordinates stop(int sequence) {
    LoadView.Stop stop = server.load(number).view().stop(sequence);
    return new Coordinates(stop.lat(), stop.lng());
  }

  private void ping(Coordinates at, double accuracy) {
    server.clock().advance(Duration.ofMinutes(30));
    server.driver(number).ping(new Fix(server.clock().now(), at, accuracy, null, null));
  }

  private String why() {
    return why(number);
  }

  private String why(String load) {
    return Http.to(server).get("/__admin/loads/" + load + "/explain").json().text("why");
  }
}
