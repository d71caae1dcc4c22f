package io.freightsdk.examples.month;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** What happens when, in a number of days: a part is planned, the rest comes from a seed. */
final class Plan {
  /** Midnight in Chicago, of the second day of winter time. */
  static final Instant START = Instant.parse("2026-11-02T06:00:00Z");

  /** Of the whole month. */
  static final int DAYS = 30;

  static final List<String> CUSTOMERS = List.of("acme", "bolt", "cargo", "delta");

  /** What may happen to the service, its instances, or what they stand on. */
  enum Mishap {
    ROLLING_DEPLOYMENT,
    KILL,
    KILL_WHILE_A_LOAD_IS_CREATED,
    DATABASE_GOES_AWAY,
    DATABASE_IS_KILLED,
    DATABASE_COMES_BACK,
    PRICE_RISES,
    PRICE_RISES_ABOVE_THE_LIMIT,
    PRICE_FALLS,
    CERTIFICATE_EXPIRES,
    CERTIFICATE_IS_RENEWED,
    CREATION_IS_LOST,
    READ_IS_LOST,
    TOP_UP_THAT_NOBODY_TELLS,
    DRIVER_SLEEPS
  }

  /**
   * An order that will come.
   *
   * @param truck its way
   */
  record Coming(String orderId, String customer, Truck truck) {}

  final int days;
  final long seed;
  private final TreeMap<Instant, List<Mishap>> mishaps = new TreeMap<>();
  private final TreeMap<Instant, List<Coming>> orders = new TreeMap<>();

  private Plan(int days, long seed) {
    this.days = days;
    this.seed = seed;
  }

  /** Each kind of mishap at least once, and many more by the seed. */
  static Plan month(long seed) {
    return month(seed, DAYS);
  }

  /** The first days of the month. */
  static Plan month(long seed, int days) {
    Plan plan = new Plan(days, seed);
    plan.at(2, 3, 0, Mishap.KILL_WHILE_A_LOAD_IS_CREATED);
    plan.at(3, 10, 0, Mishap.DATABASE_GOES_AWAY).at(3, 11, 0, Mishap.DATABASE_COMES_BACK);
    plan.at(4, 9, 0, Mishap.PRICE_RISES).at(6, 9, 0, Mishap.PRICE_FALLS);
    plan.at(5, 14, 0, Mishap.DRIVER_SLEEPS);
    plan.at(7, 8, 0, Mishap.CERTIFICATE_EXPIRES).at(7, 11, 0, Mishap.CERTIFICATE_IS_RENEWED);
    plan.at(8, 13, 0, Mishap.PRICE_RISES_ABOVE_THE_LIMIT).at(8, 20, 0, Mishap.PRICE_FALLS);
    plan.at(10, 12, 0, Mishap.TOP_UP_THAT_NOBODY_TELLS);
    plan.at(12, 2, 0, Mishap.DATABASE_IS_KILLED).at(12, 3, 0, Mishap.DATABASE_COMES_BACK);
    plan.at(20, 10, 0, Mishap.DATABASE_IS_KILLED).at(20, 12, 0, Mishap.DATABASE_COMES_BACK);
    plan.at(23, 15, 0, Mishap.DRIVER_SLEEPS);
    Random random = new Random(seed);
    for (int day = 2; day <= 28; day += 4) {
      plan.at(day, 9 + random.nextInt(9), 0, Mishap.ROLLING_DEPLOYMENT);
      plan.at(day + 1, random.nextInt(24), 0, Mishap.KILL);
    }
    for (int day = 9; day <= 28; day += 5) {
      plan.at(day, random.nextInt(24), 0, Mishap.KILL_WHILE_A_LOAD_IS_CREATED);
    }
    for (int day = 1; day < 29; day++) {
      plan.at(day, 7 + random.nextInt(12), 0, Mishap.CREATION_IS_LOST);
      plan.at(day, 7 + random.nextInt(12), 0, Mishap.READ_IS_LOST);
    }
    return plan.withOrders(random);
  }

  /** A day that shows whether the service has a fault. */
  static Plan oneDay(long seed) {
    return new Plan(1, seed).at(1, 1, 0, Mishap.CREATION_IS_LOST).withOrders(new Random(seed));
  }

  /** The shorter cut of each build. */
  static Plan threeDays(long seed) {
    Plan plan = new Plan(3, seed);
    plan.at(1, 4, 0, Mishap.CREATION_IS_LOST).at(1, 16, 0, Mishap.READ_IS_LOST);
    plan.at(2, 9, 0, Mishap.KILL_WHILE_A_LOAD_IS_CREATED);
    plan.at(2, 14, 0, Mishap.DATABASE_GOES_AWAY).at(2, 15, 0, Mishap.DATABASE_COMES_BACK);
    plan.at(3, 9, 0, Mishap.CERTIFICATE_EXPIRES).at(3, 10, 0, Mishap.CERTIFICATE_IS_RENEWED);
    return plan.withOrders(new Random(seed));
  }

  Plan at(int day, int hour, int minute, Mishap what) {
    return at(
        START
            .plus(Duration.ofDays(day - 1))
            .plus(Duration.ofHours(hour))
            .plus(Duration.ofMinutes(minute)),
        what);
  }

  private Plan at(Instant at, Mishap what) {
    mishaps.computeIfAbsent(at, time -> new ArrayList<>()).add(what);
    return this;
  }

  private Plan withOrders(Random random) {
    int number = 1000;
    // The last day and a half is for what is on the road to arrive.
    for (int day = 0; day < Math.max(1, days - 2); day++) {
      int some = 5 + random.nextInt(4);
      // One customer orders more than the limit of the day allows.
      boolean isRush = day % 7 == 0;
      for (int i = 0; i < some + (isRush ? 5 : 0); i++) {
        boolean isOfTheRush = isRush && i >= some - 4;
        String customer = isOfTheRush ? "acme" : CUSTOMERS.get(random.nextInt(CUSTOMERS.size()));
        Instant at =
            START.plus(Duration.ofDays(day)).plus(Duration.ofMinutes(30L * random.nextInt(40)));
        Instant pickup = at.plus(Duration.ofMinutes(120 + 10L * random.nextInt(60)));
        String order = "PO-" + number++;
        orders
            .computeIfAbsent(at, time -> new ArrayList<>())
            .add(new Coming(order, customer, new Truck(random, pickup)));
      }
    }
    return this;
  }

  /** The day of the limits' calendar, from 1. */
  static int day(Instant at) {
    return (int) Duration.between(START, at).toDays() + 1;
  }

  /** The moments at which anything happens: each full hour. */
  List<Instant> moments() {
    List<Instant> all = new ArrayList<>();
    for (int day = 0; day < days; day++) {
      for (int minute = 0; minute < 24 * 60; minute += 60) {
        all.add(START.plus(Duration.ofDays(day)).plus(Duration.ofMinutes(minute)));
      }
    }
    return all;
  }

  /** What has happened since it was asked last. */
  List<Mishap> mishapsUntil(Instant now) {
    return taken(mishaps, now);
  }

  List<Coming> ordersUntil(Instant now) {
    return taken(orders, now);
  }

  private static <T> List<T> taken(TreeMap<Instant, List<T>> from, Instant now) {
    List<T> taken = new ArrayList<>();
    from.headMap(now, true).values().forEach(taken::addAll);
    from.headMap(now, true).clear();
    return taken;
  }
}
