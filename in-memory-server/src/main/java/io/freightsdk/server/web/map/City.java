package io.freightsdk.server.web.map;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.http.Resource;
import io.freightsdk.server.web.Texts;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A city by which people know where a truck is. */
public record City(String name, String state, Coordinates at) {
  private static final String[] WINDS = {
    "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
  };

  /** Describes {@code place} in words, such as "12 mi west of Amarillo, TX". */
  public static String nearTo(Coordinates place) {
    City city =
        all().stream().min(Comparator.comparingDouble(c -> c.at.milesTo(place))).orElseThrow();
    long miles = Math.round(city.at.milesTo(place));
    String name = city.name + ", " + city.state;
    boolean tooFarToHelp = miles > 400;
    if (tooFarToHelp) return String.format(Locale.ROOT, "%.2f, %.2f", place.lat(), place.lng());
    if (miles < 5) return name;
    int wind = (int) Math.round(city.at.bearingTo(place) / 45) % WINDS.length;
    return Texts.text("place." + WINDS[wind], "miles", miles, "city", name);
  }

  /** Some 190 cities, the best known first. */
  static List<City> all() {
    return Holder.CITIES;
  }

  private static City parse(String line) {
    String[] cells = line.split(",", -1);
    return new City(
        cells[0],
        cells[1],
        new Coordinates(Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
  }

  private static final class Holder {
    static final List<City> CITIES =
        new String(
                Resource.bytes(City.class.getResourceAsStream("cities.csv"), "cities.csv"),
                StandardCharsets.UTF_8)
            .lines()
            .map(City::parse)
            .toList();
  }
}
