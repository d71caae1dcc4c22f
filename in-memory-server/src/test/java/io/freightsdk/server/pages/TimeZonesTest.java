package io.freightsdk.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.StopType;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PlannedStop.Address;
import io.freightsdk.server.geo.Coordinates;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In which time zone a page shows the times of a stop. */
class TimeZonesTest {
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "Cincinnati, OH, 39.10, -84.51, America/New_York",
    "Dallas, TX, 32.78, -96.88, America/Chicago",
    "El Paso, TX, 31.76, -106.49, America/Denver",
    "Van Horn, TX, 31.04, -104.83, America/Chicago",
    "Knoxville, TN, 35.96, -83.92, America/New_York",
    "Chattanooga, TN, 35.05, -85.31, America/New_York",
    "Signal Mountain, TN, 35.12, -85.34, America/New_York",
    "Jasper, TN, 35.07, -85.63, America/Chicago",
    "Crossville, TN, 35.95, -85.03, America/Chicago",
    "Rockwood, TN, 35.87, -84.68, America/New_York",
    "Nashville, TN, 36.16, -86.78, America/Chicago",
    "Louisville, KY, 38.25, -85.76, America/New_York",
    "Bowling Green, KY, 36.99, -86.44, America/Chicago",
    "Columbia, KY, 37.10, -85.31, America/Chicago",
    "Campbellsville, KY, 37.34, -85.34, America/New_York",
    "Monticello, KY, 36.83, -84.85, America/New_York",
    "Pensacola, FL, 30.42, -87.22, America/Chicago",
    "Blountstown, FL, 30.44, -85.05, America/Chicago",
    "Port St. Joe, FL, 29.81, -85.30, America/New_York",
    "Chattahoochee, FL, 30.70, -84.84, America/New_York",
    "Gary, IN, 41.59, -87.35, America/Chicago",
    "South Bend, IN, 41.68, -86.25, America/New_York",
    "Rensselaer, IN, 40.94, -87.15, America/Chicago",
    "Lafayette, IN, 40.42, -86.88, America/New_York",
    "Evansville, IN, 37.97, -87.57, America/Chicago",
    "Jasper, IN, 38.39, -86.93, America/New_York",
    "Vincennes, IN, 38.68, -87.53, America/New_York",
    "Indianapolis, IN, 39.77, -86.16, America/New_York",
    "Detroit, MI, 42.33, -83.05, America/New_York",
    "Marquette, MI, 46.54, -87.40, America/New_York",
    "Escanaba, MI, 45.75, -87.06, America/New_York",
    "Ironwood, MI, 46.45, -90.17, America/Chicago",
    "Menominee, MI, 45.11, -87.61, America/Chicago",
    "Goodland, KS, 39.35, -101.71, America/Denver",
    "Colby, KS, 39.40, -101.05, America/Chicago",
    "St. Francis, KS, 39.77, -101.80, America/Chicago",
    "Scottsbluff, NE, 41.87, -103.67, America/Denver",
    "North Platte, NE, 41.12, -100.77, America/Chicago",
    "Valentine, NE, 42.87, -100.55, America/Chicago",
    "Rapid City, SD, 44.08, -103.23, America/Denver",
    "Pierre, SD, 44.37, -100.35, America/Chicago",
    "Mobridge, SD, 45.54, -100.43, America/Chicago",
    "Dickinson, ND, 46.88, -102.79, America/Denver",
    "Williston, ND, 48.15, -103.62, America/Chicago",
    "Bismarck, ND, 46.81, -100.78, America/Chicago",
    "Boise, ID, 43.62, -116.20, America/Denver",
    "Coeur d'Alene, ID, 47.68, -116.78, America/Los_Angeles",
    "Salmon, ID, 45.18, -113.90, America/Denver",
    "Ontario, OR, 44.03, -116.97, America/Denver",
    "Baker City, OR, 44.77, -117.83, America/Los_Angeles",
    "Portland, OR, 45.52, -122.68, America/Los_Angeles",
    "Phoenix, AZ, 33.45, -112.07, America/Phoenix",
    "Tuba City, AZ, 36.13, -111.24, America/Denver",
    "Window Rock, AZ, 35.67, -109.06, America/Denver",
    "Page, AZ, 36.91, -111.46, America/Phoenix",
    "Winslow, AZ, 35.02, -110.70, America/Phoenix",
    "Wells, NV, 41.11, -114.96, America/Los_Angeles",
    "Elko, NV, 40.83, -115.76, America/Los_Angeles",
    "Anchorage, AK, 61.22, -149.90, America/Anchorage",
    "Unalaska, AK, 53.87, -166.53, America/Anchorage"
  })
  void aStopHasTheZoneOfItsPlace(String city, String state, double lat, double lng, String zone) {
    assertThat(TimeZones.of(stop(state, new Coordinates(lat, lng)))).isEqualTo(zone);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ"
            + " NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI"
      })
  void everyStateThatAnOrderMayNameHasAZone(String states) {
    for (String state : states.split(" ", -1)) {
      String zone = TimeZones.of(stop(state, null));
      assertThat(ZoneId.getAvailableZoneIds()).as(state).contains(zone);
      assertThat(zone).as(state).isNotEqualTo("UTC");
    }
  }

  @Test
  void aStopThatIsNotOnTheMapHasTheZoneOfItsState() {
    assertThat(TimeZones.of(stop("TN", null))).isEqualTo("America/Chicago");
  }

  private static PlannedStop stop(String state, Coordinates at) {
    Fence fence = at == null ? null : new Fence(at, 3_200);
    Address address = new Address("", "", state, "", "", "exact");
    return new PlannedStop(1, StopType.PICKUP, fence, null, null, address);
  }
}
