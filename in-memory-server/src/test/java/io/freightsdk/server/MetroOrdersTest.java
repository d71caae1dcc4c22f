package io.freightsdk.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.LoadView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The server's own truck with orders by ZIP code, as they are in a town, where it drives through
 * the wide fences of later stops, and on long hauls.
 */
class MetroOrdersTest {
  private static final List<String> METRO =
      List.of(
          "OH 45202",
          "OH 45205",
          "OH 45208",
          "OH 45211",
          "OH 45215",
          "OH 45219",
          "OH 45224",
          "OH 45227",
          "OH 45230",
          "OH 45236",
          "OH 45238",
          "OH 45240",
          "OH 45242",
          "OH 45245",
          "OH 45249",
          "OH 45251",
          "OH 45255",
          "KY 41011",
          "KY 41017",
          "KY 41042",
          "KY 41048",
          "KY 41071",
          "OH 45011",
          "OH 45030",
          "OH 45036",
          "OH 45040",
          "OH 45069",
          "OH 45103",
          "OH 45140",
          "OH 45150");

  private static final List<String> LONG_HAUL =
      List.of(
          "OH 45202",
          "OH 45402",
          "KY 40507",
          "TN 37902",
          "TN 37862",
          "KY 40202",
          "IN 46204",
          "OH 43215",
          "TN 37203",
          "GA 30303",
          "TN 37402",
          "KY 42101",
          "KY 40769",
          "WV 25301");

  @ParameterizedTest(name = "{0}, {1} mph")
  @CsvSource({"METRO, 30", "METRO, 50", "METRO, 60", "LONG_HAUL, 30", "LONG_HAUL, 50"})
  void everyOrderShowsAllItsStops(String region, double mph) {
    List<String> zips = region.equals("METRO") ? METRO : LONG_HAUL;
    List<String> lost = new ArrayList<>();
    for (long seed = 1; seed <= 150; seed++) {
      List<String> stops = new ArrayList<>(zips);
      Random random = new Random(seed);
      Collections.shuffle(stops, random);
      int deliveries = 2 + random.nextInt(3);
      try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
        String order = order(stops.subList(0, 1), stops.subList(1, 1 + deliveries));
        String load = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
        service.server().driver(load).speedMph(mph).driveUntil(LoadStatus.DELIVERED);
        LoadView delivered = service.server().load(load).view();
        if (delivered.stops().stream().anyMatch(LoadView.Stop::missed)) lost.add("order " + seed);
      }
    }
    assertThat(lost).isEmpty();
  }

  @Test
  void passingADeliveryBetweenTwoPickupsDeliversNothing() {
    String order = order(List.of("OH 45202", "OH 45402"), List.of("OH 45050"));
    try (Service service = Service.of(InMemoryFreightServer.builder().frozenClock())) {
      String load = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
      String drive = "{\"until\":\"DELIVERED\",\"speedMph\":50}";
      service.admin("POST", "loads/" + load + "/drive", drive);

      LoadView delivered = service.server().load(load).view();
      assertThat(delivered.status()).isEqualTo(LoadStatus.DELIVERED);
      assertThat(delivered.stops()).noneMatch(LoadView.Stop::missed);
      assertThat(delivered.stops()).extracting(LoadView.Stop::arrivedAt).isSorted();
    }
  }

  private static String order(List<String> pickups, List<String> deliveries) {
    return String.format(
        Locale.ROOT,
        """
        {"driverPhone":"+13125550142","pickups":[%s],"deliveries":[%s]}""",
        stops(pickups),
        stops(deliveries));
  }

  private static String stops(List<String> places) {
    return places.stream()
        .map(
            place ->
                String.format(
                    Locale.ROOT,
                    """
                {"address":"1 Dock Rd","city":"Testville","state":"%s","zip":"%s"}""",
                    place.substring(0, 2),
                    place.substring(3)))
        .collect(joining(","));
  }
}
