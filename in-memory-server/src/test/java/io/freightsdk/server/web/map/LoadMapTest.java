package io.freightsdk.server.web.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.geo.Coordinates;
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
      MapPoint at = frame.toPicture(stop);
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
    // Far west of the map's meridian north leans to the right.
    Coordinates seattle = new Coordinates(47.6, -122.3);
    MapTruck north = new MapTruck(seattle, 0.0, false);
    String map = LoadMap.of(new MapView(List.of(), List.of(), north)).update().markup();

    Matcher arrow = Pattern.compile("arrow\" transform=\"rotate\\((-?\\d+)\\)").matcher(map);
    assertThat(arrow.find()).isTrue();
    assertThat(Double.parseDouble(arrow.group(1))).isCloseTo(16, within(1.0));
  }

  @Test
  void aTruckOfUnknownHeadingIsADot() {
    MapTruck truck = new MapTruck(DALLAS, null, false);
    String map = LoadMap.of(new MapView(List.of(), List.of(), truck)).update().markup();

    assertThat(map).contains("<circle class=\"arrow\"").doesNotContain("rotate");
  }

  @Test
  void aLoadOffTheMapIsDrawnWithoutAnOutline() {
    MapStop sanJuan = stop(1, "San Juan, PR", new Coordinates(18.4655, -66.1057));
    MapStop ponce = stop(2, "Ponce, PR", new Coordinates(18.0111, -66.6141));
    String map =
        LoadMap.of(new MapView(List.of(sanJuan, ponce), List.of(), null)).picture("m").markup();

    assertThat(map)
        .contains("San Juan, PR")
        .contains("Ponce, PR")
        .contains("class=\"land\" d=\"\"");
  }

  @Test
  void nothingIsJoinedAcrossTheFrameOfAlaska() {
    Coordinates anchorage = new Coordinates(61.2181, -149.9003);
    MapView toAlaska =
        new MapView(
            List.of(stop(1, "Dallas, TX", DALLAS), stop(2, "Anchorage, AK", anchorage)),
            List.of(DALLAS, anchorage),
            null);
    String driven =
        LoadMap.of(toAlaska)
            .update()
            .markup()
            .replaceFirst("(?s).*class=\"driven\" d=\"([^\"]*)\".*", "$1");

    assertThat(driven).containsPattern("^M[^lM]*M[^lM]*$");
  }

  @Test
  void aStopWithoutAPlaceIsLeftOut() {
    MapStop nowhere =
        new MapStop(1, MapStop.Kind.PICKUP, MapStop.Progress.NEXT, "Nowhere, TX", null, 3_200);

    assertThat(LoadMap.of(new MapView(List.of(nowhere), List.of(), null)).picture("m").markup())
        .doesNotContain("Nowhere");
  }

  @Test
  void theOutlineHasEveryStateOnce() {
    assertThat(UsOutline.get().states())
        .extracting(UsOutline.State::code)
        .doesNotHaveDuplicates()
        .hasSize(51);
    for (UsOutline.State state : UsOutline.get().states()) {
      for (int[] ring : state.rings()) {
        double[] first = UsOutline.get().arcs()[ring[0] < 0 ? ~ring[0] : ring[0]];
        assertThat(first.length).isGreaterThan(2);
      }
    }
  }

  @Test
  void citiesLieWhereTheMapSays() {
    for (City city : City.all()) {
      assertThat(AlbersUsa.INSTANCE.project(city.at())).as(city.name()).isNotNull();
    }
    assertThat(City.nearTo(new Coordinates(35.22, -102.25)))
        .isEqualTo("24 mi west of Amarillo, TX");
    assertThat(City.nearTo(DALLAS)).isEqualTo("Dallas, TX");
    assertThat(City.nearTo(new Coordinates(18.4655, -66.1057))).isEqualTo("18.47, -66.11");
  }

  private static String frameId(MapView load) {
    return LoadMap.of(load).update().markup().replaceFirst("(?s).*data-frame=\"(\\w+)\".*", "$1");
  }

  private static MapTruck truckAt(Coordinates place) {
    return new MapTruck(place, 30.0, false);
  }

  private static MapView load(MapTruck truck) {
    return new MapView(
        List.of(stop(1, "Dallas, TX", DALLAS), stop(2, "Chicago, IL", CHICAGO)), List.of(), truck);
  }

  private static MapStop stop(int number, String label, Coordinates at) {
    return new MapStop(number, MapStop.Kind.PICKUP, MapStop.Progress.AHEAD, label, at, 3_200);
  }
}
