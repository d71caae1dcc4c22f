package io.freightsdk.examples.watchsimulation;

import io.freightsdk.model.StopInput;
import io.freightsdk.server.geo.Coordinates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The least mean delay of arrivals and departures that any rule can have which does not know the
 * future. Its reader knows the true distributions of {@link LoadGenerator}; each read tells him
 * when the leg, break or rest ends that the truck is in, and a truck on its way to the pickup when
 * it will be there. He follows no estimates and has no limit of a day. What comes after the leg is
 * drawn when it comes.
 *
 * <p>By Lagrange: for any price of a read in minutes, the least cost of all loads, less the price
 * of all reads, is a bound.
 */
final class FleetBound {
  private static final double[] PRICES = {10, 65, 900, 3_000};
  private static final int STEP = 5;
  private static final double METERS_PER_MILE = 1_609.344;

  /** A road of the generator against the great circle. */
  private static final double WINDING = 1.054;

  // States of a drive: miles left in cells, hours driven and on duty since the last rest.
  private static final double CELL_MILES = 20;
  private static final int CELLS = 60;
  private static final int DRIVEN = 12;
  private static final int ON_DUTY = 15;
  private static final int TRIPS_FROM_PICKUP = 1_500;
  private static final int LONGEST_STEPS = 600;

  /** Chances of stays at a stop, and of arrivals from 200 minutes before the window on. */
  private static final double[] DOCK = new double[61];

  private static final double[] LATE = new double[81];
  private static final double MEAN_DOCK_HOURS = 1.35;
  private static final int KNOWN_STEPS = 400;
  private static final int AT_STOP_STEPS = 160;

  static {
    for (int i = 0; i < DOCK.length; i++) {
      double longest = i == DOCK.length - 1 ? 1e9 : (i + 1) * STEP;
      DOCK[i] = docked(longest) - docked(i * STEP);
    }
    for (int i = 0; i < LATE.length; i++) {
      double from = -200 + i * STEP;
      LATE[i] = normal((from + STEP + 4) / 39) - normal((from + 4) / 39);
    }
  }

  /** The part of a load that counts, and what a reader knows of it. */
  private record Kind(int cell, int onDutyHours, int leadSteps) {}

  /** Where a trip is known to be up to, and what it costs from there on. */
  private record Known(double until, double cost) {}

  private final Random random = new Random(5);
  private final double price;
  private final double[][][] costs = new double[CELLS][DRIVEN][ON_DUTY];
  private final double parkedCost;

  private FleetBound(double price, int trips) {
    this.price = price;
    double parked = price;
    for (double wait = 30; wait <= 600; wait += 15) {
      double over = Math.max(0, Math.min(1, (wait - 30) / 510));
      parked = Math.min(parked, (wait - 30) * over / 2 + (1 - over) * price);
    }
    this.parkedCost = parked;
    for (int cell = 0; cell < CELLS; cell++) {
      for (int driven = 0; driven < DRIVEN; driven++) {
        for (int onDuty = 0; onDuty < ON_DUTY; onDuty++) {
          List<List<Known>> drawn = new ArrayList<>();
          for (int i = 0; i < trips; i++) {
            drawn.add(trip((cell + 0.5) * CELL_MILES, driven, Math.max(onDuty, driven * 0.878)));
          }
          double least = Double.POSITIVE_INFINITY;
          for (int step = 3; step <= LONGEST_STEPS; step += 3) {
            least = Math.min(least, readAfter(step * STEP, drawn));
          }
          costs[cell][driven][onDuty] = price + least;
        }
      }
    }
  }

  /**
   * Minutes, for so many reads a day.
   *
   * @param trips how many drives are drawn from each state; few give a lower bound
   */
  static double[] meanDelays(List<List<RecordedLoad>> lanes, double[] readsPerDay, int trips) {
    Map<Kind, Double> kinds = new HashMap<>();
    double visits = 0;
    for (List<RecordedLoad> lane : lanes) {
      for (RecordedLoad load : lane) {
        long counted =
            load.visits().stream().filter(at -> at >= 0 && at < FleetRecorder.WEEK).count();
        if (counted > 0 && load.visits().size() >= 3) {
          kinds.merge(kind(load), counted / 3.0, Double::sum);
          visits += counted;
        }
      }
    }
    double[] least = new double[readsPerDay.length];
    for (double price : PRICES) {
      double cost = new FleetBound(price, trips).cost(kinds);
      for (int i = 0; i < least.length; i++) {
        least[i] = Math.max(least[i], (cost - price * readsPerDay[i] * 7) / visits);
      }
    }
    return least;
  }

  private static Kind kind(RecordedLoad load) {
    double miles =
        place(load.input().pickups().get(0)).metersTo(place(load.input().deliveries().get(0)))
            / METERS_PER_MILE;
    int lead = load.visits().get(0) - load.looks().get(1).minute();
    int onDuty = (int) Math.min(ON_DUTY - 1, Math.round(lead / 60.0 + MEAN_DOCK_HOURS));
    return new Kind((int) Math.min(CELLS - 1, miles / CELL_MILES), onDuty, lead / STEP);
  }

  private static Coordinates place(StopInput stop) {
    Double lat = stop.lat();
    Double lng = stop.lng();
    if (lat == null || lng == null) {
      throw new IllegalArgumentException("a stop without coordinates: " + stop.city());
    }
    return new Coordinates(lat, lng);
  }

  private double cost(Map<Kind, Double> kinds) {
    Map<List<Integer>, double[]> drives = new HashMap<>();
    double sum = 0;
    for (Map.Entry<Kind, Double> each : kinds.entrySet()) {
      Kind kind = each.getKey();
      double[] drive =
          drives.computeIfAbsent(List.of(kind.cell(), kind.onDutyHours()), unused -> drive(kind));
      sum += each.getValue() * approach(kind.leadSteps(), stop(drive));
    }
    return sum;
  }

  // --- the drive ---

  /** What follows from a read so many steps after the departure, the arrival's delay included. */
  private double[] drive(Kind kind) {
    List<List<Known>> trips = new ArrayList<>();
    for (int i = 0; i < TRIPS_FROM_PICKUP; i++) {
      trips.add(trip((kind.cell() + 0.5) * CELL_MILES, 0, kind.onDutyHours()));
    }
    double[] cost = new double[KNOWN_STEPS];
    for (int step = 0; step < KNOWN_STEPS; step++) {
      cost[step] = readAfter(step * STEP, trips);
    }
    return cost;
  }

  private static double readAfter(double minutes, List<List<Known>> trips) {
    double sum = 0;
    for (List<Known> trip : trips) {
      double arrives = trip.get(trip.size() - 1).until();
      if (arrives <= minutes) {
        sum += minutes - arrives;
        continue;
      }
      for (Known known : trip) {
        if (known.until() > minutes) {
          sum += known.cost();
          break;
        }
      }
    }
    return sum / trips.size();
  }

  /** Draws a drive as the generator does, leg by leg. */
  private List<Known> trip(double miles, double drivenHours, double onDutyHours) {
    List<Known> trip = new ArrayList<>();
    boolean parks = random.nextDouble() < 0.15;
    double lastMiles = parks ? Math.min(between(8, 25), miles / 2) : 0;
    double left = miles - lastMiles;
    double driven = drivenHours;
    double onDuty = onDutyHours;
    double minutes = 0;
    while (true) {
      double mph = between(48, 66);
      double hours = between(2, 4);
      if (driven + hours > 11 || onDuty + hours > 14) {
        minutes += between(600, 660);
        driven = 0;
        onDuty = 0;
      }
      double leg = hours * mph / 1.2;
      if (leg >= left) {
        minutes += left * WINDING / mph * 60;
        break;
      }
      double taken = leg * WINDING / mph * 60 + between(5, 45);
      minutes += taken;
      left -= leg;
      driven += hours;
      onDuty += taken / 60;
      trip.add(new Known(minutes, costFrom(left + lastMiles, driven, onDuty)));
    }
    if (parks) {
      trip.add(new Known(minutes, price + parkedCost));
      minutes += between(30, 9 * 60) + lastMiles * WINDING / 37 * 60;
    }
    trip.add(new Known(minutes, price)); // One read at the arrival.
    return trip;
  }

  private double costFrom(double miles, double driven, double onDuty) {
    return costs[(int) Math.min(CELLS - 1, miles / CELL_MILES)][
        (int) Math.min(DRIVEN - 1, Math.round(driven))][
        (int) Math.min(ON_DUTY - 1, Math.round(onDuty))];
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  // --- the pickup ---

  /** What a read so many steps after the arrival costs from then on; the last: when it is known. */
  private double[] stop(double[] drive) {
    double[] lasting = new double[AT_STOP_STEPS + 1];
    for (int at = AT_STOP_STEPS; at >= 0; at--) {
      double chance = 0;
      for (int stay = at; stay < DOCK.length; stay++) chance += DOCK[stay];
      double least = chance < 1e-9 ? price + drive[0] : Double.POSITIVE_INFINITY;
      for (int read = at + 1; chance >= 1e-9 && read <= AT_STOP_STEPS; read++) {
        double sum = price;
        double left = 1;
        for (int stay = at; stay < DOCK.length && stay < read; stay++) {
          left -= DOCK[stay] / chance;
          sum += DOCK[stay] / chance * departed(read - stay, drive);
        }
        least = Math.min(least, sum + Math.max(0, left) * lasting[read]);
      }
      lasting[at] = least;
    }
    double[] cost = new double[AT_STOP_STEPS + 2];
    cost[AT_STOP_STEPS + 1] = Double.POSITIVE_INFINITY;
    for (int read = 0; read <= AT_STOP_STEPS; read++) {
      double left = 1;
      for (int stay = 0; stay < DOCK.length && stay < read; stay++) {
        left -= DOCK[stay];
        cost[read] += DOCK[stay] * departed(read - stay, drive);
      }
      cost[read] += Math.max(0, left) * lasting[read];
      double known = price + read * STEP + cost[read];
      cost[AT_STOP_STEPS + 1] = Math.min(cost[AT_STOP_STEPS + 1], known);
    }
    return cost;
  }

  private static double departed(int stepsAgo, double[] drive) {
    return stepsAgo * STEP - STEP / 2.0 + drive[Math.min(KNOWN_STEPS - 1, stepsAgo)];
  }

  /** From the booking on: a truck that is on its way tells when it arrives. */
  private double approach(int leadSteps, double[] stop) {
    double known = stop[AT_STOP_STEPS + 1];
    int last = LATE.length - 1 + AT_STOP_STEPS;
    double[] from = new double[last + 2];
    for (int now = last; now >= -1; now--) {
      int earliest = now < 0 ? 0 : Math.min(LATE.length, now + leadSteps);
      double chance = 0;
      for (int at = earliest; at < LATE.length; at++) chance += LATE[at];
      double least = chance < 1e-6 ? known : Double.POSITIVE_INFINITY;
      for (int read = Math.max(0, now + 1); chance >= 1e-6 && read <= last; read++) {
        double sum = price;
        for (int at = earliest; at < LATE.length && sum < least; at++) {
          double then =
              at < read
                  ? arrived(read - at, stop)
                  : at - leadSteps <= read || read == last ? known : from[read + 1];
          sum += LATE[at] / chance * then;
        }
        least = Math.min(least, sum);
      }
      from[now + 1] = least;
    }
    return from[0];
  }

  private static double arrived(int stepsAgo, double[] stop) {
    int over = Math.max(0, stepsAgo - AT_STOP_STEPS);
    return stepsAgo * STEP - STEP / 2.0 + stop[stepsAgo - over] + over * STEP;
  }

  // --- distributions of the generator ---

  private static double docked(double minutes) {
    return minutes < 20 ? 0 : minutes >= 300 ? 1 : normal(Math.log(minutes / 70) / 0.55);
  }

  /** The standard normal distribution, by Abramowitz and Stegun 26.2.17. */
  private static double normal(double z) {
    double t = 1 / (1 + 0.2316419 * Math.abs(z));
    double tail = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    double sum = -1.821255978 + t * 1.330274429;
    sum = 1.781477937 + t * sum;
    sum = -0.356563782 + t * sum;
    sum = 0.31938153 + t * sum;
    double below = 1 - tail * t * sum;
    return z >= 0 ? below : 1 - below;
  }
}
