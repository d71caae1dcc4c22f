package io.freightsdk.server.standalone;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.standalone.DemoLane.Kind;
import io.freightsdk.server.standalone.DemoLane.Place;
import java.util.List;

/** The lanes of the demonstration. */
final class DemoLanes {
  private DemoLanes() {}

  static List<DemoLane> all() {
    return List.of(
        lane(
            "Valley Fresh Produce",
            "REEFER",
            41_200,
            pickup(
                "Valley Fresh Packing", "1200 E 6th St", "Los Angeles, CA 90021", 34.03, -118.23),
            via("Blythe", 33.61, -114.60),
            via("Phoenix", 33.45, -112.07),
            via("Las Cruces", 32.31, -106.78),
            via("Midland", 32.00, -102.08),
            delivery(
                "Lone Star Grocers DC", "4800 Singleton Blvd", "Dallas, TX 75212", 32.78, -96.88)),
        lane(
            "Cascade Paper",
            "VAN",
            38_500,
            pickup("Cascade Mill 2", "3300 Harbor Ave", "Seattle, WA 98126", 47.57, -122.37),
            via("Yakima", 46.60, -120.51),
            via("Pendleton", 45.67, -118.79),
            via("Boise", 43.62, -116.20),
            delivery(
                "Wasatch Print",
                "1900 S Industrial Rd",
                "Salt Lake City, UT 84104",
                40.73,
                -111.95)),
        lane(
            "Great Lakes Appliance",
            "VAN",
            29_800,
            pickup("Plant 7", "5100 W Roosevelt Rd", "Chicago, IL 60804", 41.86, -87.76),
            via("Indianapolis", 39.77, -86.16),
            via("Louisville", 38.25, -85.76),
            delivery("Music City Home", "700 Foster Ave", "Nashville, TN 37210", 36.14, -86.74),
            via("Chattanooga", 35.05, -85.31),
            delivery(
                "Peachtree Home DC",
                "2200 Fulton Industrial Blvd",
                "Atlanta, GA 30336",
                33.74,
                -84.55)),
        lane(
            "Hudson Pharma",
            "REEFER",
            18_900,
            pickup("Hudson Cold Dock", "80 Port Terminal Blvd", "Bayonne, NJ 07002", 40.67, -74.08),
            via("Baltimore", 39.29, -76.61),
            via("Richmond", 37.54, -77.44),
            via("Florence", 34.20, -79.77),
            via("Savannah", 32.08, -81.15),
            delivery("Gulfstream Medical", "9400 NW 12th St", "Miami, FL 33172", 25.78, -80.35)),
        lane(
            "North Star Grain",
            "FLATBED",
            44_000,
            pickup("Elevator B", "400 Kasota Ave", "Minneapolis, MN 55414", 44.98, -93.21),
            via("Des Moines", 41.59, -93.62),
            via("Kansas City", 39.10, -94.58),
            delivery(
                "Red River Feed", "3000 SW 15th St", "Oklahoma City, OK 73108", 35.45, -97.57)),
        lane(
            "Gulf Polymers",
            "VAN",
            40_300,
            pickup("Ship Channel Whse 4", "8700 Clinton Dr", "Houston, TX 77029", 29.74, -95.27),
            via("Lake Charles", 30.23, -93.22),
            via("Baton Rouge", 30.45, -91.19),
            via("Mobile", 30.69, -88.04),
            via("Tallahassee", 30.44, -84.28),
            delivery(
                "St. Johns Plastics",
                "6600 Pritchard Rd",
                "Jacksonville, FL 32219",
                30.37,
                -81.77)),
        lane(
            "Front Range Brewing",
            "REEFER",
            42_700,
            pickup("Brewhouse Dock", "3800 Walnut St", "Denver, CO 80205", 39.77, -104.97),
            via("North Platte", 41.12, -100.77),
            via("Omaha", 41.26, -95.94),
            delivery(
                "Lakeshore Beverage", "2700 S 20th St", "Milwaukee, WI 53215", 43.00, -87.94)));
  }

  private static DemoLane lane(
      String shipper, String equipment, double weightPounds, Place... way) {
    return new DemoLane(shipper, equipment, weightPounds, List.of(way));
  }

  private static Place pickup(
      String facility, String address, String town, double lat, double lng) {
    return stop(Kind.PICKUP, facility, address, town, new Coordinates(lat, lng));
  }

  private static Place delivery(
      String facility, String address, String town, double lat, double lng) {
    return stop(Kind.DELIVERY, facility, address, town, new Coordinates(lat, lng));
  }

  private static Place via(String city, double lat, double lng) {
    return new Place(Kind.VIA, "", "", city, "", "", new Coordinates(lat, lng));
  }

  /** A stop in a town written as in an address: {@code Dallas, TX 75212}. */
  private static Place stop(
      Kind kind, String facility, String address, String town, Coordinates at) {
    int comma = town.indexOf(", ");
    String state = town.substring(comma + 2, comma + 4);
    String zip = town.substring(comma + 5);
    return new Place(kind, facility, address, town.substring(0, comma), state, zip, at);
  }
}
