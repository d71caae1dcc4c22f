package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FenceRadiusTest {
  /** About a kilometre north of the pickup. */
  private static final String NEAR_PICKUP = "{\"lat\":39.1121,\"lng\":-84.5120,\"accuracy\":8}";

  @AutoClose private final Service service = Service.start();
  private final String loadNumber = service.createLoad();

  @Test
  void smallerFenceIsReachedLater() {
    Http.Reply changed = radius(1, "{\"radiusMeters\":300}");
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    Tree load = service.admin("GET", "loads/" + loadNumber, null).json();
    assertThat(load.number("stops.0.radiusMeters")).isEqualByComparingTo("300");
    assertThat(load.number("stops.1.radiusMeters")).isEqualByComparingTo("3200");

    String other = service.createLoad();
    ping(loadNumber);
    ping(other);
    assertThat(service.read(loadNumber).json().text("status")).isEqualTo("PLANNED");
    assertThat(service.read(other).json().text("status")).isEqualTo("AT_PICKUP");
  }

  @Test
  void fenceCannotChangeAfterTheFirstFix() {
    ping(loadNumber);
    Http.Reply late = radius(2, "{\"radiusMeters\":300}");
    assertThat(late.status()).isEqualTo(400);
    assertThat(late.json().text("error")).contains("before its first fix", "AT_PICKUP");
    assertThat(service.server().load(loadNumber).view().stops().get(1).radiusMeters())
        .isEqualTo(3_200);
    assertThatIllegalStateException()
        .isThrownBy(() -> service.server().load(loadNumber).fenceRadius(2, 300));
  }

  @Test
  void fencesOfACancelledLoadCannotChange() {
    service.server().load(loadNumber).cancel();
    assertThat(radius(1, "{\"radiusMeters\":300}").status()).isEqualTo(400);
    assertThat(service.server().load(loadNumber).view().status().value()).isEqualTo("CANCELLED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "100000.1", "1e999", "\"300\"", "null"})
  void radiusMustBeAboveZeroAndAtMost100Kilometers(String meters) {
    Http.Reply reply = radius(1, "{\"radiusMeters\":" + meters + "}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("error")).contains("radius");
  }

  @Test
  void radiusMustBeANumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.server().load(loadNumber).fenceRadius(1, Double.NaN));
    service.server().load(loadNumber).fenceRadius(2, 100_000);
    assertThat(service.server().load(loadNumber).view().stops().get(1).radiusMeters())
        .isEqualTo(100_000);
  }

  @Test
  void unknownStopIsNotFound() {
    for (String sequence : new String[] {"0", "3", "x"}) {
      String path = "loads/" + loadNumber + "/stops/" + sequence + "/radius";
      assertThat(service.admin("POST", path, "{\"radiusMeters\":300}").status())
          .as(sequence)
          .isEqualTo(404);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> service.server().load(loadNumber).fenceRadius(3, 300))
        .withMessageContaining("1 to 2");
  }

  @Test
  void stopThatCouldNotBeLocatedHasNoFence() {
    // Neither its ZIP code nor its city is known.
    String unplaced =
        Orders.TWO_STOPS.replace(
            Orders.delivery(),
            """
            {"address":"1 Tafuna Rd","city":"Nowhere","state":"AS","zip":"00000"}""");
    String order = service.client().post("/v1/agent/loads", unplaced).json().text("loadNumber");
    assertThat(service.server().load(order).view().stop(2).geocodePrecision()).isEqualTo("none");

    Http.Reply refused =
        service.admin("POST", "loads/" + order + "/stops/2/radius", "{\"radiusMeters\":300}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().text("error"))
        .isEqualTo("stop 2 has no geofence: its address could not be located");
    assertThatIllegalStateException()
        .isThrownBy(() -> service.server().load(order).fenceRadius(2, 300))
        .withMessageContaining("could not be located");
    service.server().load(order).fenceRadius(1, 300);
  }

  private Http.Reply radius(int sequence, String body) {
    return service.admin("POST", "loads/" + loadNumber + "/stops/" + sequence + "/radius", body);
  }

  private void ping(String load) {
    String path = "/api/driver/" + service.server().load(load).view().driverToken() + "/ping";
    assertThat(service.anyone().post(path, NEAR_PICKUP).status()).isEqualTo(200);
  }
}
