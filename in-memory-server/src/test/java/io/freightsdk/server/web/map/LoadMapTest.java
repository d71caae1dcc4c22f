package io.freightsdk.server.web.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.http.Resource;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LoadMapTest {
  private static final Coordinates DALLAS = new Coordinates(32.7767, -96.7970);
  private static final Coordinates CHICAGO = new Coordinates(41.8781, -87.6298);

  @Test
  void everyStopLiesInsideThePicture() {
    Frame frame = Frame.around(List.of(DALLAS, CHICAGO));

    for (Coordinates stop : List.of(DALLAS, CHICAGO)) {
      Frame.Point at = frame.toPicture(stop);
      assertThat(at.x()).isBetween(100.0, Frame.WIDTH - 100.0);
      assertThat(at.y()).isBetween(100.0, Frame.HEIGHT - 100.0);
    }
  }

  @Test
  void aTruckOnItsWayLeavesTheFrameAsItIs() {
    String before = frameId(load(truckAt(DALLAS.towards(CHICAGO, 0.2))));
    String after = frameId(load(truckAt(DALLAS.towards(CHICAGO, 0.21))));
    String astray = frameId(load(truckAt(new Coordinates(39.7, -104.9))));

    assertThat(after).isEqualTo(before);
    assertThat(astray).isNotEqualTo(before);
  }

  @Test
  void theArrowPointsWhereTheTruckGoesOnThisMap() {
    // Far west of the picture's middle north leans to the right.
    Coordinates seattle = new Coordinates(47.6, -122.3);
    MapView.Truck north = new MapView.Truck(seattle, 0.0, false);
    MapStop miami = stop(1, "Miami, FL", new Coordinates(25.8, -80.2));
    String map = LoadMap.of(new MapView(List.of(miami), List.of(), north)).picture("m").markup();

    Matcher arrow = Pattern.compile("arrow\" transform=\"rotate\\((-?\\d+)\\)").matcher(map);
    assertThat(arrow.find()).isTrue();
    assertThat(Double.parseDouble(arrow.group(1))).isBetween(8.0, 20.0);
  }

  @Test
  void aTruckOfUnknownHeadingIsADot() {
    MapView.Truck truck = new MapView.Truck(DALLAS, null, false);
    String map = LoadMap.of(new MapView(List.of(), List.of(), truck)).picture("m").markup();

    assertThat(map).contains("<circle class=\"arrow\"").doesNotContain("rotate");
  }

  @Test
  void placesOutsideTheLower48LieOnLand() {
    for (Coordinates place :
        List.of(
            new Coordinates(18.2, -66.4),
            new Coordinates(13.45, 144.78),
            new Coordinates(61.2, -149.8),
            new Coordinates(20.8, -156.3),
            DALLAS)) {
      assertThat(covered(place, Atlas.Layer.STATES)).as(place.toString()).isTrue();
    }
    for (Coordinates place :
        List.of(
            new Coordinates(45, -76), new Coordinates(51, -114), new Coordinates(25.6, -100.4))) {
      assertThat(covered(place, Atlas.Layer.COUNTRIES_AROUND)).as(place.toString()).isTrue();
      assertThat(covered(place, Atlas.Layer.STATES)).isFalse();
      assertThat(covered(place, Atlas.Layer.LAKES_AROUND)).isFalse();
    }
  }

  @Test
  void theGreatLakesAreWaterAndNoState() {
    for (Coordinates place :
        List.of(
            new Coordinates(47.5, -87.5),
            new Coordinates(43.5, -87.0),
            new Coordinates(44.8, -82.4),
            new Coordinates(42.2, -81.2),
            new Coordinates(43.6, -78.0))) {
      assertThat(covered(place, Atlas.Layer.LAKES_AROUND)).as(place.toString()).isTrue();
      assertThat(covered(place, Atlas.Layer.STATES)).as(place.toString()).isFalse();
    }
  }

  @Test
  void distancesAreTrueFromAYardToAlaska() {
    Coordinates anchorage = new Coordinates(61.2181, -149.9003);
    Coordinates seattle = new Coordinates(47.6, -122.3);
    for (List<Coordinates> pair :
        List.of(
            List.of(seattle, anchorage),
            List.of(DALLAS, CHICAGO),
            List.of(new Coordinates(18.4655, -66.1057), new Coordinates(18.0111, -66.6141)),
            List.of(new Coordinates(51.9, 179.8), new Coordinates(51.9, -179.8)),
            List.of(DALLAS, DALLAS.travel(45, 1_500)))) {
      Frame frame = Frame.around(pair);
      Frame.Point a = frame.toPicture(pair.get(0));
      Frame.Point b = frame.toPicture(pair.get(1));
      double drawn = Math.hypot(a.x() - b.x(), a.y() - b.y()) / frame.unitsPerMeter();
      assertThat(drawn).isCloseTo(pair.get(0).metersTo(pair.get(1)), withinPercentage(1.0));
      assertThat(Math.hypot(a.x() - b.x(), a.y() - b.y())).isGreaterThan(250);
    }
  }

  @Test
  void aYardIsASketchWithItsFences() {
    Coordinates dock = DALLAS.travel(90, 900);
    MapView yard =
        new MapView(
            List.of(stop(1, "Dallas, TX", DALLAS), stop(2, "Dock 7", dock)),
            List.of(),
            new MapView.Truck(DALLAS.travel(90, 60), 90.0, false));
    String map = LoadMap.of(yard).picture("m").markup();

    assertThat(map)
        .contains("Sketch, no streets")
        .containsPattern("class=\"fence \\w+\" cx=\"-?\\d+\" cy=\"-?\\d+\" r=\"[1-9]\\d\\d\"")
        .doesNotContain("class=\"abroad\"");
    // The truck is where it is; the number of the stop below it gives way, tied to its place.
    assertThat(map).contains("class=\"leader\"");
  }

  @Test
  void aTruckIsDrawnWhereItIs() {
    Coordinates nine = CHICAGO.travel(200, 14_500);
    for (Coordinates at : List.of(DALLAS, DALLAS.travel(30, 9_000), nine)) {
      LoadMap map = LoadMap.of(load(truckAt(at)));
      Matcher truck =
          Pattern.compile("truck\" transform=\"translate\\((-?\\d+) (-?\\d+)\\)")
              .matcher(map.picture("m").markup());
      assertThat(truck.find()).isTrue();
      Frame.Point place = map.frame().toPicture(at);
      assertThat(Double.parseDouble(truck.group(1))).isCloseTo(place.x(), within(1.0));
      assertThat(Double.parseDouble(truck.group(2))).isCloseTo(place.y(), within(1.0));
    }
  }

  @Test
  void theLastFiftyMilesAreSeenFromNear() {
    MapStop from = new MapStop(1, StopType.PICKUP, MapStop.Progress.DONE, "D", DALLAS, 3_200);
    MapStop to = new MapStop(2, StopType.DELIVERY, MapStop.Progress.NEXT, "C", CHICAGO, 3_200);
    for (double miles : new double[] {55, 45, 20, 5, 0.1}) {
      Coordinates at = CHICAGO.travel(200, miles * 1_609.344);
      LoadMap map = LoadMap.of(new MapView(List.of(from, to), List.of(), truckAt(at)));
      assertThat(map.frame().widthMeters() < 400_000).isEqualTo(miles < 50);
      assertThat(map.frame().isSchematic()).isFalse();
    }
  }

  @Test
  void theBaseMapIsSmall() {
    assertThat(Resource.bytes(Atlas.class.getResourceAsStream("base-map.bin"), "base-map.bin"))
        .hasSizeLessThan(600_000);
    for (Coordinates to :
        List.of(DALLAS.travel(20, 40_000), CHICAGO, new Coordinates(61.2, -149.9))) {
      MapView load =
          new MapView(
              List.of(stop(1, "Dallas, TX", DALLAS), stop(2, "There", to)), List.of(), null);
      assertThat(LoadMap.of(load).picture("m").markup()).hasSizeLessThan(60_000);
    }
  }

  /** By counting crossings of the line to the west. */
  private static boolean covered(Coordinates place, Atlas.Layer layer) {
    Frame frame = new Frame(place, 1e-3);
    boolean inside = false;
    for (Atlas.Line ring : Atlas.get().lines(layer)) {
      double[] xy = ring.in(frame);
      for (int i = 0, j = xy.length - 2; i < xy.length; j = i, i += 2) {
        boolean crosses = (xy[i + 1] > Frame.HEIGHT / 2.0) != (xy[j + 1] > Frame.HEIGHT / 2.0);
        double t = (Frame.HEIGHT / 2.0 - xy[i + 1]) / (xy[j + 1] - xy[i + 1]);
        if (crosses && xy[i] + t * (xy[j] - xy[i]) < Frame.WIDTH / 2.0) inside = !inside;
      }
    }
    return inside;
  }

  @Test
  void aStopWithoutAPlaceIsLeftOut() {
    MapStop nowhere =
        new MapStop(1, StopType.PICKUP, MapStop.Progress.NEXT, "Nowhere, TX", null, 3_200);

    assertThat(LoadMap.of(new MapView(List.of(nowhere), List.of(), null)).picture("m").markup())
        .doesNotContain("Nowhere");
  }

  @Test
  void everyStateAndTerritoryHasItsName() {
    assertThat(Atlas.get().names())
        .extracting(Atlas.Name::code)
        .doesNotHaveDuplicates()
        .contains("TX", "AK", "HI", "PR", "GU")
        .hasSize(56);
  }

  @Test
  void placesAreNamedByTheNearestCity() {
    assertThat(City.nearTo(new Coordinates(35.22, -102.25)))
        .isEqualTo("24 mi west of Amarillo, TX");
    assertThat(City.nearTo(DALLAS)).isEqualTo("Dallas, TX");
    assertThat(City.nearTo(new Coordinates(18.4655, -66.1057))).isEqualTo("San Juan, PR");
    assertThat(City.nearTo(new Coordinates(0, -150))).isEqualTo("0.00, -150.00");
  }

  private static String frameId(MapView load) {
    return LoadMap.of(load)
        .picture("m")
        .markup()
        .replaceFirst("(?s).*data-frame=\"(\\w+)\".*", "$1");
  }

  private static MapView.Truck truckAt(Coordinates place) {
    return new MapView.Truck(place, 30.0, false);
  }

  private static MapView load(MapView.Truck truck) {
    return new MapView(
        List.of(stop(1, "Dallas, TX", DALLAS), stop(2, "Chicago, IL", CHICAGO)), List.of(), truck);
  }

  private static MapStop stop(int number, String label, Coordinates at) {
    return new MapStop(number, StopType.PICKUP, MapStop.Progress.AHEAD, label, at, 3_200);
  }
}
