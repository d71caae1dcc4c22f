package io.freightsdk.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.internal.TimeZones;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    "Unalaska, AK, 53.87, -166.53, America/Anchorage",
    "Adak, AK, 51.88, -176.66, America/Adak",
    "West Wendover, NV, 40.74, -114.07, America/Denver",
    "Mexico Beach, FL, 29.95, -85.42, America/Chicago",
    "Bristol, FL, 30.43, -84.98, America/New_York",
    "Knox, IN, 41.30, -86.62, America/Chicago",
    "Michigan City, IN, 41.71, -86.89, America/Chicago",
    "New Carlisle, IN, 41.70, -86.51, America/New_York",
    "Winamac, IN, 41.05, -86.60, America/New_York",
    "Princeton, IN, 38.36, -87.57, America/Chicago",
    "Tell City, IN, 37.95, -86.77, America/Chicago",
    "Greensburg, KY, 37.26, -85.50, America/Chicago",
    "Munfordville, KY, 37.27, -85.89, America/Chicago",
    "Elizabethtown, KY, 37.69, -85.86, America/New_York",
    "Leitchfield, KY, 37.48, -86.29, America/Chicago",
    "Iron Mountain, MI, 45.82, -88.07, America/Chicago",
    "Republic, MI, 46.41, -87.97, America/New_York",
    "Beulah, ND, 47.26, -101.78, America/Chicago",
    "New Salem, ND, 46.85, -101.41, America/Chicago",
    "Watford City, ND, 47.80, -103.28, America/Chicago",
    "Carson, ND, 46.42, -101.56, America/Denver",
    "Sutherland, NE, 41.16, -101.13, America/Chicago",
    "Ogallala, NE, 41.13, -101.72, America/Denver",
    "Mullen, NE, 42.04, -101.04, America/Denver",
    "Fort Pierre, SD, 44.35, -100.37, America/Chicago",
    "McLaughlin, SD, 45.81, -100.81, America/Denver",
    "Murdo, SD, 43.89, -100.71, America/Chicago",
    "Dayton, TN, 35.49, -85.01, America/New_York",
    "Dunlap, TN, 35.37, -85.39, America/Chicago",
    "Jamestown, TN, 36.43, -84.93, America/Chicago",
    "Oneida, TN, 36.50, -84.51, America/New_York",
    "Sierra Blanca, TX, 31.17, -105.36, America/Denver",
    "Marfa, TX, 30.31, -104.02, America/Chicago",
    "Riggins, ID, 45.42, -116.32, America/Denver",
    "Cameron, AZ, 35.88, -111.41, America/Denver",
    "Flagstaff, AZ, 35.20, -111.65, America/Phoenix",
    "Lupton, AZ, 35.35, -109.06, America/Denver",
    "Second Mesa, AZ, 35.80, -110.50, America/Phoenix"
  })
  void coordinatesDecideTheZone(String city, String state, double lat, double lng, String zone) {
    StopInput stop = ordered(state, "00000").toBuilder().lat(lat).lng(lng).build();
    assertThat(stop.zone()).isEqualTo(ZoneId.of(zone));
  }

  /** The middle of the ZIP code of West Wendover is outside the town. */
  @Test
  void zipCodeOfWestWendoverDecidesBeforeCoordinates() {
    StopInput middle = ordered("NV", "89883").toBuilder().lat(40.8489).lng(-114.1577).build();
    assertThat(middle.zone()).isEqualTo(ZoneId.of("America/Denver"));
  }

  @ParameterizedTest(name = "{0}, {1} {2}")
  @CsvSource({
    "Nashville, TN, 37203, America/Chicago",
    "Chattanooga, TN, 37402, America/New_York",
    "Sevierville, TN, 37862, America/New_York",
    "Dallas, TX, 75201, America/Chicago",
    "El Paso, TX, 79901, America/Denver",
    "Miami, FL, 33101, America/New_York",
    "Pensacola, FL, 32501-0001, America/Chicago",
    "Gary, IN, 46402, America/Chicago",
    "Indianapolis, IN, 46204, America/New_York",
    "Detroit, mi, 48201, America/New_York",
    "Louisville, KY, 40202, America/New_York",
    "Phoenix, AZ, 85001, America/Phoenix",
    "Rapid City, SD, 57701, America/Denver",
    "Coeur d'Alene, ID, 83814, America/Los_Angeles",
    "Boise, ID, 83702, America/Denver",
    "Portland, OR, 97201, America/Los_Angeles",
    "Elko, NV, 89801, America/Los_Angeles",
    "West Wendover, NV, 89883-0001, America/Denver",
    "Hopkinsville, KY, 42240, America/Chicago",
    "a border area, TN, 37301,",
    "a border area, IN, 47546,",
    "a border area, KS, 67701,",
    "an unknown ZIP code, TX, 7,"
  })
  void zipCodeDecidesTheZoneWithoutCoordinates(
      String place, String state, String zip, @Nullable String zone) {
    assertThat(ordered(state, zip).zone()).isEqualTo(zone == null ? null : ZoneId.of(zone));
  }

  @ParameterizedTest
  @CsvSource({
    "OH, America/New_York",
    "oh, America/New_York",
    "IL, America/Chicago",
    "CO, America/Denver",
    "CA, America/Los_Angeles",
    "NV, America/Los_Angeles",
    "AK, America/Anchorage",
    "HI, Pacific/Honolulu",
    "DC, America/New_York",
    "PR, America/Puerto_Rico"
  })
  void stateWithOneZoneDecidesTheZoneOfAPosition(String state, String zone) {
    assertThat(read(state).zone()).isEqualTo(ZoneId.of(zone));
  }

  @ParameterizedTest
  @ValueSource(strings = {"AZ FL ID IN KS KY MI ND NE OR SD TN TX"})
  void stateWithTwoZonesGivesAPositionNone(String states) {
    for (String state : states.split(" ", -1)) assertThat(read(state).zone()).as(state).isNull();
  }

  @Test
  void unknownStateHasNoZone() {
    assertThat(read(null).zone()).isNull();
    assertThat(read("ON").zone()).isNull();
    assertThat(read("").zone()).isNull();
    assertThat(ordered("ON", "45202").toBuilder().lat(43.65).lng(-79.38).build().zone()).isNull();
  }

  @Test
  void localTimeFollowsDaylightSavingTime() {
    assertThat(localTime("OH", "2026-11-20T13:00:00Z")).isEqualTo("08:00");
    assertThat(localTime("OH", "2026-07-20T12:00:00Z")).isEqualTo("08:00");
    assertThat(localTime("HI", "2026-07-20T18:00:00Z")).isEqualTo("08:00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ"
            + " NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI"
      })
  void everyStateOfAnOrderHasAZone(String states) {
    for (String state : states.split(" ", -1)) {
      assertThat(TimeZones.ofMost(state)).as(state).isNotNull();
    }
    assertThat(TimeZones.ofMost("TN")).isEqualTo(ZoneId.of("America/Chicago"));
  }

  private static LocalTime localTime(String state, String time) {
    return Instant.parse(time).atZone(read(state).zone()).toLocalTime();
  }

  private static PositionStop read(@Nullable String state) {
    return PositionStop.builder().state(state).build();
  }

  private static StopInput ordered(String state, String zip) {
    return StopInput.builder().address("").city("").state(state).zip(zip).build();
  }
}
