package io.freightsdk.simulation;

import org.jspecify.annotations.Nullable;

/**
 * The unusual traits of a world, in addition to its settings.
 *
 * @param changesPricesOften whether prices change at any step of a call
 * @param crashesAnywhere whether processes crash at any step: in a listener, in the database
 * @param sharesKeys whether several users use one key concurrently
 * @param cancelsOften whether users cancel at any step of a call
 * @param hasLowBalance whether the balance is low, and top-ups are small
 * @param frequentFault the most frequent network fault; null for none
 * @param repeatFault the most frequent fault of repeated requests; null for none
 */
record WorldTraits(
    boolean changesPricesOften,
    boolean crashesAnywhere,
    boolean sharesKeys,
    boolean cancelsOften,
    boolean hasLowBalance,
    @Nullable Fault frequentFault,
    @Nullable Fault repeatFault) {
  /** A separate random sequence, so that traits do not change the settings of a seed. */
  private static final long TRAITS_SEED = -4711;

  static WorldTraits of(long seed, WorldSettings settings) {
    Dice dice = Dice.of(seed, TRAITS_SEED);
    boolean changesPricesOften = dice.chance(15);
    boolean crashesAnywhere = dice.chance(15);
    boolean sharesKeys = dice.chance(40);
    boolean cancelsOften = dice.chance(25);
    boolean hasLowBalance =
        dice.chance(settings.topUpPolicy() == WorldSettings.TopUpPolicy.AWAIT ? 60 : 25);
    // In turn, so that each build has all of them.
    Fault next = Network.ATTEMPT_FAULTS[Math.floorMod(seed, Network.ATTEMPT_FAULTS.length)];
    Fault frequentFault = dice.chance(40) ? next : null;
    Fault repeatFault = dice.chance(20) ? dice.pick(Network.ATTEMPT_FAULTS) : null;
    // Concurrent calls of a key while its price changes: without this they would rarely coincide.
    if (dice.chance(28)) {
      sharesKeys = true;
      frequentFault = Fault.RESPONSE_BODY_TRUNCATED;
      repeatFault =
          dice.pick(
              Fault.GATEWAY_FORBIDS, Fault.RESPONSE_LOST, Fault.CONNECT_REFUSED, frequentFault);
    }
    return new WorldTraits(
        changesPricesOften,
        crashesAnywhere,
        sharesKeys,
        cancelsOften,
        hasLowBalance,
        frequentFault,
        repeatFault);
  }
}
