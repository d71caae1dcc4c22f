package io.freightsdk.simulation;

import org.jspecify.annotations.Nullable;

/**
 * What is unusual about a world, beside its settings.
 *
 * @param nervousPrices whether prices change at whatever step of a call
 * @param mortal whether processes die within their own code: in a listener, in the database
 * @param crowded whether several people use one key at once
 * @param hasty whether people cancel at whatever step of a call
 * @param poor whether there is hardly ever money, and a little at a time
 * @param usual what most often goes wrong on the wire; null for nothing in particular
 * @param onRepeat the same of what is sent again; null for nothing in particular
 */
record WorldTraits(
    boolean nervousPrices,
    boolean mortal,
    boolean crowded,
    boolean hasty,
    boolean poor,
    @Nullable Fault usual,
    @Nullable Fault onRepeat) {
  /** Names dice of their own, so that the other worlds are what they were. */
  private static final long THING = -4711;

  static WorldTraits of(long seed, WorldSettings settings) {
    Dice dice = Dice.of(seed, THING);
    boolean nervousPrices = dice.percent(15);
    boolean mortal = dice.percent(15);
    boolean crowded = dice.percent(40);
    boolean hasty = dice.percent(25);
    boolean poor = dice.percent(settings.topUps() == WorldSettings.TopUps.AWAIT ? 60 : 25);
    // One after another, so that a build has each of them.
    Fault next = Network.ATTEMPT_FAULTS[Math.floorMod(seed, Network.ATTEMPT_FAULTS.length)];
    Fault usual = dice.percent(40) ? next : null;
    Fault onRepeat = dice.percent(20) ? dice.pick(Network.ATTEMPT_FAULTS) : null;
    // What one call of a key was charged, while others use it and its price changes: by chance
    // these hardly ever meet.
    if (dice.percent(28)) {
      crowded = true;
      usual = Fault.ANSWER_GARBLED;
      onRepeat = dice.pick(Fault.GATEWAY_FORBIDS, Fault.ANSWER_LOST, Fault.CONNECT_REFUSED, usual);
    }
    return new WorldTraits(nervousPrices, mortal, crowded, hasty, poor, usual, onRepeat);
  }
}
