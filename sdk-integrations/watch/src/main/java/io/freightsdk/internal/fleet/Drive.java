package io.freightsdk.internal.fleet;

import io.freightsdk.internal.fleet.Stage.Way;
import java.util.ArrayList;
import java.util.List;

/**
 * When a drive of so many hours at the wheel ends. A driver may drive eleven hours within fourteen
 * on duty and then rests for ten (49 CFR 395.3): whether a rest falls into the drive decides more
 * than its speed. Some who come early park near the receiver. Pure; minutes, unless the name says
 * otherwise.
 *
 * @param minutes at the wheel
 * @param onDutyHours since the driver's last rest, at the beginning
 */
record Drive(double minutes, double onDutyHours) {
  /** Half of the drivers rest before they have been on duty for so many hours. */
  private static final double[] REST_AFTER_HOURS = {11.3, 22, 33};

  private static final double[] REST_SPREAD_HOURS = {1.0, 1.2, 1.2};

  /** Ten hours, the breaks that go with them, and the way off the road and back. */
  static final double REST = 635;

  private static final double REST_SPREAD = 25;
  private static final double SCALE = 8;
  private static final double SHARE = 0.05;

  /** Who parks near the receiver until an appointment, and for how long. */
  private static final double PARKS = 0.12;

  private static final double PARKED = 285;
  private static final double PARKED_SPREAD = 80;
  private static final double UNLIKELY = 0.02;

  /** The chance that a rest falls into it. */
  double rests() {
    return restsMoreThan(0);
  }

  /** How it may end for a driver who goes on after {@code wait} minutes. */
  List<Way> ways(double wait) {
    double left = 1 - PARKS;
    List<Way> ways = new ArrayList<>();
    double atLeast = 1;
    for (int rests = 0; rests <= REST_AFTER_HOURS.length; rests++) {
      double more = rests < REST_AFTER_HOURS.length ? atLeast * restsMoreThan(rests) : 0;
      double weight = atLeast - more;
      atLeast = more;
      if (weight >= UNLIKELY) {
        double scale = SCALE + minutes * SHARE + (rests > 0 ? REST_SPREAD : 0);
        Expected end = new Expected(wait + minutes + rests * REST, scale, scale);
        ways.add(new Way(weight * left, end));
      }
    }
    ways.add(new Way(PARKS, new Expected(wait + minutes + PARKED, PARKED_SPREAD, PARKED_SPREAD)));
    return weighed(ways);
  }

  private double restsMoreThan(int rests) {
    double hours = onDutyHours + minutes / 60;
    double spreads = (hours - REST_AFTER_HOURS[rests]) / REST_SPREAD_HOURS[rests];
    return 1 / (1 + Math.exp(-spreads));
  }

  /** The same ways, with weights that add up to 1. */
  static List<Way> weighed(List<Way> ways) {
    double sum = ways.stream().mapToDouble(Way::weight).sum();
    return ways.stream().map(way -> new Way(way.weight() / sum, way.end())).toList();
  }
}
