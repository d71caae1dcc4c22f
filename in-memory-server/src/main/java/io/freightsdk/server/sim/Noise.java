package io.freightsdk.server.sim;

import java.time.Duration;

/**
 * The errors of a phone when it measures and sends fixes. Chances are per fix, 0 to 1.
 *
 * @param jitterMeters standard deviation of the place, north and east
 * @param bestAccuracyMeters best accuracy that the phone claims
 * @param worstAccuracyMeters worst accuracy that it claims
 * @param noAccuracyChance that it claims none
 * @param tunnelChance that a tunnel begins, in which nothing is measured
 * @param tunnelLength how long a tunnel lasts
 * @param offlineChance that the phone goes offline; it still measures and sends later
 * @param offlineLength how long it stays offline
 * @param bufferOrder the order in which it then sends
 * @param teleportChance that a fix is far from the true place
 * @param teleportMeters how far
 * @param repeatChance that a fix is sent twice
 */
public record Noise(
    double jitterMeters,
    double bestAccuracyMeters,
    double worstAccuracyMeters,
    double noAccuracyChance,
    double tunnelChance,
    Duration tunnelLength,
    double offlineChance,
    Duration offlineLength,
    BufferOrder bufferOrder,
    double teleportChance,
    double teleportMeters,
    double repeatChance) {

  /** No errors: the true place, at 5 m accuracy, sent at once. */
  public static final Noise NONE =
      new Noise(0, 5, 5, 0, 0, Duration.ZERO, 0, Duration.ZERO, BufferOrder.OLDEST_FIRST, 0, 0, 0);

  /**
   * A good phone in a window mount: 8 m of jitter, 5 to 30 m of claimed accuracy, and now and then
   * a tunnel or no network.
   */
  public static final Noise TYPICAL =
      NONE.jitter(8, 5, 30)
          .tunnels(0.002, Duration.ofMinutes(3))
          .offline(0.004, Duration.ofMinutes(20), BufferOrder.OLDEST_FIRST)
          .repeats(0.01);

  /** A bad phone in a pocket, with every kind of error. */
  public static final Noise AWFUL =
      NONE.jitter(25, 10, 400)
          .withoutAccuracy(0.2)
          .tunnels(0.01, Duration.ofMinutes(10))
          .offline(0.02, Duration.ofMinutes(45), BufferOrder.SHUFFLED)
          .teleports(0.02, 150_000)
          .repeats(0.1);

  public Noise {
    requireChance("noAccuracyChance", noAccuracyChance);
    requireChance("tunnelChance", tunnelChance);
    requireChance("offlineChance", offlineChance);
    requireChance("teleportChance", teleportChance);
    requireChance("repeatChance", repeatChance);
    if (!(jitterMeters >= 0
        && bestAccuracyMeters >= 0
        && worstAccuracyMeters >= bestAccuracyMeters)) {
      throw new IllegalArgumentException(
          "noise: jitter and accuracies are metres from 0 up, the best accuracy not above the worst");
    }
  }

  /** Same noise with this jitter and these claims. */
  public Noise jitter(double meters, double bestAccuracy, double worstAccuracy) {
    return new Noise(
        meters,
        bestAccuracy,
        worstAccuracy,
        noAccuracyChance,
        tunnelChance,
        tunnelLength,
        offlineChance,
        offlineLength,
        bufferOrder,
        teleportChance,
        teleportMeters,
        repeatChance);
  }

  /** Same noise with fixes that claim no accuracy. */
  public Noise withoutAccuracy(double chance) {
    return new Noise(
        jitterMeters,
        bestAccuracyMeters,
        worstAccuracyMeters,
        chance,
        tunnelChance,
        tunnelLength,
        offlineChance,
        offlineLength,
        bufferOrder,
        teleportChance,
        teleportMeters,
        repeatChance);
  }

  /** Same noise with tunnels. */
  public Noise tunnels(double chance, Duration length) {
    return new Noise(
        jitterMeters,
        bestAccuracyMeters,
        worstAccuracyMeters,
        noAccuracyChance,
        chance,
        length,
        offlineChance,
        offlineLength,
        bufferOrder,
        teleportChance,
        teleportMeters,
        repeatChance);
  }

  /** Same noise with times offline. */
  public Noise offline(double chance, Duration length, BufferOrder order) {
    return new Noise(
        jitterMeters,
        bestAccuracyMeters,
        worstAccuracyMeters,
        noAccuracyChance,
        tunnelChance,
        tunnelLength,
        chance,
        length,
        order,
        teleportChance,
        teleportMeters,
        repeatChance);
  }

  /** Same noise with fixes far off. */
  public Noise teleports(double chance, double meters) {
    return new Noise(
        jitterMeters,
        bestAccuracyMeters,
        worstAccuracyMeters,
        noAccuracyChance,
        tunnelChance,
        tunnelLength,
        offlineChance,
        offlineLength,
        bufferOrder,
        chance,
        meters,
        repeatChance);
  }

  /** Same noise with fixes sent twice. */
  public Noise repeats(double chance) {
    return new Noise(
        jitterMeters,
        bestAccuracyMeters,
        worstAccuracyMeters,
        noAccuracyChance,
        tunnelChance,
        tunnelLength,
        offlineChance,
        offlineLength,
        bufferOrder,
        teleportChance,
        teleportMeters,
        chance);
  }

  private static void requireChance(String name, double chance) {
    if (!(chance >= 0 && chance <= 1)) {
      throw new IllegalArgumentException(
          "noise: " + name + " is a chance from 0 to 1, not " + chance);
    }
  }

  /** The order in which a phone sends what it measured while offline. */
  public enum BufferOrder {
    OLDEST_FIRST,
    NEWEST_FIRST,
    SHUFFLED
  }
}
