package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.DeliveryCompletion;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every field of a position, before and after a trip. */
class PositionTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().clockStart(NOW).frozenClock());

  private final Tree created = service.client().post("/v1/agent/loads", Orders.TWO_STOPS).json();
  private final String loadNumber = created.text("loadNumber");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      textBlock =
          """
          status               | DELIVERED
          createdAt            | 2026-11-20T12:00:00Z
          deliveredAt          | 2026-11-20T20:10:00Z
          distanceMiles        | 237.3
          onTime               | true
          delayMinutes         | 10
          pickupDwellMinutes   | 45
          deliveryDwellMinutes | 30
          pingCount            | 6
          stops.0.type         | PICKUP
          stops.0.sequence     | 1
          stops.0.city         | Cincinnati
          stops.0.state        | OH
          stops.0.windowFrom   | 2026-11-20T12:00:00Z
          stops.0.windowTo     | 2026-11-20T14:00:00Z
          stops.0.arrivedAt    | 2026-11-20T12:05:00Z
          stops.0.departedAt   | 2026-11-20T12:50:00Z
          stops.1.type         | DELIVERY
          stops.1.sequence     | 2
          stops.1.city         | Sevierville
          stops.1.state        | TN
          stops.1.windowFrom   | 2026-11-20T18:00:00Z
          stops.1.windowTo     | 2026-11-20T20:00:00Z
          stops.1.arrivedAt    | 2026-11-20T20:10:00Z
          stops.1.departedAt   | 2026-11-20T20:40:00Z
          gpsTrack.0.lat       | 39.1031
          gpsTrack.0.lng       | -84.512
          gpsTrack.0.speed     | 3.1
          gpsTrack.0.heading   | 271
          gpsTrack.0.ts        | 2026-11-20T12:05:00Z
          gpsTrack.1.speed     | null
          gpsTrack.1.heading   | null
          gpsTrack.5.ts        | 2026-11-20T20:41:00Z
          """)
  void deliveredLoadHasItsFigures(String field, String value) {
    drive();
    assertThat(service.read(loadNumber).json().text(field)).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      textBlock =
          """
          status               | PLANNED
          deliveredAt          | null
          distanceMiles        | null
          onTime               | null
          delayMinutes         | null
          pickupDwellMinutes   | null
          deliveryDwellMinutes | null
          pingCount            | 0
          gpsTrack             | []
          stops.0.arrivedAt    | null
          stops.0.departedAt   | null
          stops.1.arrivedAt    | null
          stops.1.departedAt   | null
          """)
  void newLoadHasNoFigures(String field, String value) {
    assertThat(service.read(loadNumber).json().text(field)).isEqualTo(value);
  }

  @Test
  void positionHasTheNumberAndIdOfItsLoad() {
    Tree position = service.read(loadNumber).json();
    assertThat(position.text("loadNumber")).isEqualTo(loadNumber).matches("LD-2026-\\d{4,}");
    assertThat(position.text("pingpointLoadId")).isEqualTo(created.text("loadId"));
  }

  @Test
  void onTimeIsNullWithoutAWindow() {
    String without = Orders.TWO_STOPS.replaceAll("\"date\":\"[^\"]+\",", "");
    String number = service.client().post("/v1/agent/loads", without).json().text("loadNumber");
    service.server().driver(number).driveToNextStop().stay(Duration.ofMinutes(5));
    service.server().driver(number).driveToNextStop();
    Tree position = service.read(number).json();
    assertThat(position.text("deliveredAt")).isNotNull();
    assertThat(position.text("stops.1.windowFrom")).isNull();
    assertThat(position.text("onTime")).isNull();
    assertThat(position.text("delayMinutes")).isNull();
  }

  @Test
  void trackHasTheLatest500PointsAndFiguresCoverAll() {
    List<Fix> fixes = new ArrayList<>();
    for (int i = 0; i < 700; i++) fixes.add(fix(NOW.plusSeconds(60L * i), 39.2 + i * 0.001, null));
    service.server().addFixes(loadNumber, fixes);

    Tree position = service.read(loadNumber).json();
    assertThat(position.size("gpsTrack")).isEqualTo(500);
    assertThat(position.instant("gpsTrack.0.ts")).isEqualTo(NOW.plusSeconds(60 * 200));
    assertThat(position.instant("gpsTrack.499.ts")).isEqualTo(NOW.plusSeconds(60 * 699));
    assertThat(position.integer("pingCount")).isEqualTo(700);
    // 0.699 degrees of a meridian; the 500 points alone are 34.5 miles long.
    assertThat(position.number("distanceMiles")).isEqualByComparingTo("48.3");
  }

  /** 229.504 great-circle miles are 275.4 road miles: 5 h 30 min 29.109 s at 50 mph. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "nextStopSequence, 2",
    "nextStopEta, 2026-11-20T17:30:29.109Z",
    "etaAt, 2026-11-20T17:30:29.109Z",
    "remainingMiles, 275.4",
    "remainingMinutes, 330",
    "speedMph, 50.0",
    "basis, default_speed",
    "stale, false"
  })
  void truckAtItsPickupHasAnEta(String member, String value) {
    service.server().driver(loadNumber).ping(39.1031, -84.5120);
    assertThat(eta(loadNumber).text(member)).isEqualTo(value);
  }

  @Test
  void etaDoesNotChangeWhileThePhoneIsSilent() {
    service.server().driver(loadNumber).ping(39.1031, -84.5120);
    Tree first = eta(loadNumber);
    service.server().clock().advance(Duration.ofHours(5));
    Tree later = eta(loadNumber);
    assertThat(later.flag("stale")).isTrue();
    assertThat(later.instant("etaAt")).isEqualTo(first.instant("etaAt"));
    assertThat(later.integer("remainingMinutes")).isEqualTo(30);
  }

  @ParameterizedTest
  @CsvSource({
    "no_position",
    "no_coordinates",
    "position_too_old",
    "arrived",
    "delivered",
    "cancelled"
  })
  void missingEtaHasAReasonOnly(String reason) {
    assertThat(eta(loadFor(reason)).value()).isEqualTo(Map.of("reason", reason));
  }

  @Test
  void readOfAnUnchangedLoadReturnsTheSameBytes() {
    add(loadNumber, 0, 1, 2);
    String first = service.read(loadNumber).text();
    assertThat(service.read(loadNumber).text()).isEqualTo(first);
    assertThat(minutes(loadNumber)).containsExactly(0, 1, 2);
  }

  @Test
  void lateFixIsSortedIntoTheNextRead() {
    add(loadNumber, 0, 2);
    assertThat(minutes(loadNumber)).containsExactly(0, 2);
    add(loadNumber, 1);
    assertThat(minutes(loadNumber)).containsExactly(0, 1, 2);
  }

  @Test
  void manyReadLoadsKeepTheirOwnPoints() {
    service.broker().credit("100.00");
    List<String> loads = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      loads.add(service.createLoad());
      add(loads.get(i), i);
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 80; i++) {
        assertThat(minutes(loads.get(i))).containsExactly(i);
      }
    }
  }

  private void drive() {
    Fix arrival = new Fix(at("12:05"), new Coordinates(39.1031, -84.5120), 8.0, 3.1314, 271);
    service
        .server()
        .addFixes(
            loadNumber,
            List.of(
                arrival,
                fix(at("12:50"), 39.0, null),
                fix(at("12:51"), 38.99, null),
                Fix.of(at("20:10"), 35.8681, -83.5618, 8),
                Fix.of(at("20:40"), 35.9681, -83.5618, 8),
                Fix.of(at("20:41"), 35.9781, -83.5618, 8)));
  }

  private static Instant at(String time) {
    return Instant.parse("2026-11-20T" + time + ":00Z");
  }

  private static Fix fix(Instant time, double lat, Double speedMph) {
    return new Fix(time, new Coordinates(lat, -84.5120), 8.0, speedMph, null);
  }

  private String loadFor(String reason) {
    boolean unplaced = reason.equals("no_coordinates");
    String nowhere =
        """
        {"address":"1 Tafuna Rd","city":"Nowhere","state":"AS","zip":"00000"}""";
    String order =
        unplaced ? Orders.TWO_STOPS.replace(Orders.delivery(), nowhere) : Orders.TWO_STOPS;
    String loadNumber = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
    switch (reason) {
      case "position_too_old" -> {
        service.server().driver(loadNumber).ping(39.1031, -84.5120);
        service.server().clock().advance(Duration.ofHours(10));
      }
      case "arrived" -> {
        service.server().load(loadNumber).deliveryCompletion(DeliveryCompletion.ON_BOL);
        service.server().driver(loadNumber).driveUntil(LoadStatus.AT_DELIVERY);
        service.server().clock().advance(Duration.ofHours(10));
      }
      case "no_coordinates" -> service.server().driver(loadNumber).ping(39.1031, -84.5120);
      case "delivered" -> service.server().driver(loadNumber).driveUntil(LoadStatus.DELIVERED);
      case "cancelled" -> service.server().load(loadNumber).cancel();
      default -> {}
    }
    return loadNumber;
  }

  private Tree eta(String loadNumber) {
    return service.read(loadNumber).json().at("eta");
  }

  private void add(String number, int... minutes) {
    List<Fix> fixes = new ArrayList<>();
    for (int minute : minutes) {
      Instant time = NOW.minusSeconds(86_400).plusSeconds(60L * minute);
      fixes.add(Fix.of(time, 38 + minute * 1e-3, -84, 10));
    }
    assertThat(service.server().addFixes(number, fixes).accepted()).isEqualTo(minutes.length);
  }

  /** The minutes of the points in a read. */
  private List<Integer> minutes(String number) {
    Tree position = service.read(number).json();
    List<Integer> minutes = new ArrayList<>();
    for (int i = 0; i < position.size("gpsTrack"); i++) {
      Instant time = Instant.parse(position.text("gpsTrack." + i + ".ts"));
      minutes.add((int) (time.getEpochSecond() - NOW.getEpochSecond() + 86_400) / 60);
    }
    return minutes;
  }
}
