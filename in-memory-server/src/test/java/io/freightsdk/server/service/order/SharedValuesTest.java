package io.freightsdk.server.service.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.order.OrderReader.LoadOrder;
import io.freightsdk.server.support.Orders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedValuesTest {
  private static final String DOCK =
      "{'address':'100 Main St','city':'Cincinnati','state':'OH','zip':'45202',"
          + "'facilityName':'Dock 4','lat':39.1,'lng':-84.5}";

  private final OrderReader reader = new OrderReader(Duration.ofHours(2));

  @Test
  void whatTwoOrdersSayAlikeIsKeptOnce() throws IOException {
    LoadOrder one = read(Orders.TWO_STOPS);
    LoadOrder other = read(Orders.TWO_STOPS);

    assertThat(other.driverPhone()).isSameAs(one.driverPhone());
    assertThat(other.freight()).isSameAs(one.freight());
    for (int i = 0; i < 2; i++) {
      assertThat(other.stops().get(i).address()).isSameAs(one.stops().get(i).address());
      assertThat(other.stops().get(i).fence()).isSameAs(one.stops().get(i).fence());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100 Main St, 101 Main St",
    "Cincinnati, Cleveland",
    "OH, KY",
    "45202, 45203",
    "Dock 4, Dock 5",
    "39.1, 39.2",
    "-84.5, -84.6",
  })
  void docksThatDifferInOneFieldAreTwo(String part, String otherPart) throws IOException {
    PlannedStop one = read(order(DOCK)).stops().get(0);
    String other = DOCK.replace(part, otherPart);
    assertThat(other).isNotEqualTo(DOCK);

    PlannedStop alone =
        new OrderReader(Duration.ofHours(2)).read(tree(order(other))).stops().get(0);
    assertThat(read(order(other)).stops().get(0)).isEqualTo(alone).isNotEqualTo(one);
  }

  @Test
  void theGuessesOfStopsAreTheirOwn() throws IOException {
    String placed = order(DOCK);
    String byZip = order(DOCK.replace(",'lat':39.1,'lng':-84.5", ""));

    assertThat(reader.guesses(read(placed))).isNull();
    assertThat(reader.guesses(read(byZip))).contains("stop 1 is placed by its ZIP code");
    assertThat(reader.guesses(read(byZip.replace("45202", "00000"))))
        .contains("stop 1 is placed by its city");
    assertThat(reader.guesses(read(byZip))).contains("stop 1 is placed by its ZIP code");
  }

  @Test
  void aFullOneBeginsAnew() {
    SharedValues<String> values = new SharedValues<>();
    for (int i = 0; i < 5_000; i++) values.get(i, () -> "first");

    assertThat(values.get(0, () -> "again")).isEqualTo("again");
    assertThat(values.get(4_999, () -> "again")).isEqualTo("first");
  }

  private LoadOrder read(String order) throws IOException {
    return reader.read(tree(order));
  }

  private static Map<?, ?> tree(String order) throws IOException {
    return (Map<?, ?>) JsonText.parse(order.getBytes(StandardCharsets.UTF_8));
  }

  private static String order(String dock) {
    return ("{'driverPhone':'+13125550142','pickups':[" + dock + "],'deliveries':[" + dock + "]}")
        .replace('\'', '"');
  }
}
