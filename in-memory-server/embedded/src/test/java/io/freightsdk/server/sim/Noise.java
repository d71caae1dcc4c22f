package io.freightsdk.server.sim;

import java.time.Duration;

/**
 * The errors of a phone when it measures and sends fixes. Chances are per fix, 0 to 1.
 *
 * @param noAccuracyChance that the phone claims no accuracy
 * @param repeatChance that a fix is sent twice
 */
record Noise(
    Jitter jitter,
    double noAccuracyChance,
    Tunnels tunnels,
    Offline offline,
    Teleports teleports,
    double repeatChance) {

  /** No errors: the true place, at 5 m accuracy, sent at once. */
  static final Noise NONE =
      new Noise(
          new Jitter(0, 5, 5),
          0,
          new Tunnels(0, Duration.ZERO),
          new Offline(0, Duration.ZERO, BufferOrder.OLDEST_FIRST),
          new Teleports(0, 0),
          0);

  /**
   * A good phone in a window mount: 8 m of jitter, 5 to 30 m of claimed accuracy, and now and then
   * a tunnel or no network.
   */
  static final Noise TYPICAL =
      new Noise(
          new Jitter(8, 5, 30),
          0,
          new Tunnels(0.002, Duration.ofMinutes(3)),
          new Offline(0.004, Duration.ofMinutes(20), BufferOrder.OLDEST_FIRST),
          new Teleports(0, 0),
          0.01);

  /** A bad phone in a pocket, with every kind of error. */
  static final Noise AWFUL =
      new Noise(
          new Jitter(25, 10, 400),
          0.2,
          new Tunnels(0.01, Duration.ofMinutes(10)),
          new Offline(0.02, Duration.ofMinutes(45), BufferOrder.SHUFFLED),
          new Teleports(0.02, 150_000),
          0.1);

  /**
   * How far fixes are from the true place, and how exact the phone claims them to be.
   *
   * @param meters standard deviation of the place, north and east
   * @param bestAccuracyMeters best accuracy that the phone claims
   * @param worstAccuracyMeters worst accuracy that it claims
   */
  record Jitter(double meters, double bestAccuracyMeters, double worstAccuracyMeters) {}

  /** Tunnels, in which nothing is measured: the chance that one begins, and how long it lasts. */
  record Tunnels(double chance, Duration length) {}

  /**
   * Times without a network, in which the phone measures and sends later.
   *
   * @param chance that one begins
   * @param order the order in which the phone then sends
   */
  record Offline(double chance, Duration length, BufferOrder order) {}

  /** Fixes that are this far from the true place. */
  record Teleports(double chance, double meters) {}

  /** The order in which a phone sends what it measured while offline. */
  enum BufferOrder {
    OLDEST_FIRST,
    NEWEST_FIRST,
    SHUFFLED
  }
}
