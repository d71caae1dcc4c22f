package io.freightsdk.server.web.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.geo.Coordinates;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopZoneTest {
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      textBlock =
          """
          Koror,         PW,  7.34,  134.47, Pacific/Palau
          Palikir,       FM,  6.92,  158.16, Pacific/Pohnpei
          Majuro,        MH,  7.09,  171.38, Pacific/Majuro
          Midway,        UM, 28.21, -177.38, Pacific/Pago_Pago
          Dallas,        TX, 32.78,  -96.80, America/Chicago
          El Paso,       TX, 31.76, -106.49, America/Denver
          Pensacola,     FL, 30.42,  -87.22, America/Chicago
          Tallahassee,   FL, 30.44,  -84.28, America/New_York
          Gary,          IN, 41.60,  -87.34, America/Chicago
          Michigan City, IN, 41.71,  -86.90, America/Chicago
          South Bend,    IN, 41.68,  -86.25, America/New_York
          Evansville,    IN, 37.97,  -87.56, America/Chicago
          Jasper,        IN, 38.39,  -86.93, America/New_York
          Louisville,    KY, 38.25,  -85.76, America/New_York
          Paducah,       KY, 37.08,  -88.60, America/Chicago
          Knoxville,     TN, 35.96,  -83.92, America/New_York
          Chattanooga,   TN, 35.05,  -85.31, America/New_York
          Crossville,    TN, 35.95,  -85.03, America/Chicago
          Menominee,     MI, 45.11,  -87.61, America/Chicago
          Ironwood,      MI, 46.45,  -90.17, America/Chicago
          Marquette,     MI, 46.54,  -87.40, America/New_York
          Houghton,      MI, 47.12,  -88.57, America/New_York
          Dickinson,     ND, 46.88, -102.79, America/Denver
          Williston,     ND, 48.15, -103.62, America/Chicago
          Rapid City,    SD, 44.08, -103.23, America/Denver
          Pierre,        SD, 44.37, -100.35, America/Chicago
          Scottsbluff,   NE, 41.87, -103.67, America/Denver
          North Platte,  NE, 41.12, -100.77, America/Chicago
          Goodland,      KS, 39.35, -101.71, America/Denver
          Colby,         KS, 39.40, -101.05, America/Chicago
          Ontario,       OR, 44.03, -116.96, America/Denver
          Bend,          OR, 44.06, -121.32, America/Los_Angeles
          Coeur d'Alene, ID, 47.68, -116.78, America/Los_Angeles
          Boise,         ID, 43.62, -116.20, America/Denver
          Tucson,        AZ, 32.22, -110.97, America/Phoenix
          Adak,          AK, 51.88, -176.66, America/Adak
          Anchorage,     AK, 61.22, -149.90, America/Anchorage
          Hilo,          HI, 19.71, -155.09, Pacific/Honolulu
          San Juan,      PR, 18.47,  -66.11, America/Puerto_Rico
          Hagatna,       GU, 13.47,  144.75, Pacific/Guam
          """,
      quoteCharacter = '"')
  void knowsTheZoneOf(String city, String state, double lat, double lng, String zone) {
    assertThat(StopZone.of(state, new Coordinates(lat, lng))).isEqualTo(ZoneId.of(zone));
  }

  @Test
  void withoutCoordinatesMostOfTheStateDecides() {
    assertThat(StopZone.of("TX", null)).isEqualTo(ZoneId.of("America/Chicago"));
    assertThat(StopZone.of("FL", null)).isEqualTo(ZoneId.of("America/New_York"));
  }

  @Test
  void anUnknownStateSpeaksUtc() {
    assertThat(StopZone.of("ZZ", null)).isEqualTo(ZoneId.of("UTC"));
  }
}
