package io.freightsdk.simulation;

/**
 * What is unusual about a world, beside its settings.
 *
 * @param mostCalls how many calls a client may have in progress; few make it full
 * @param callsBack whether listeners call the client whose listeners they are
 * @param nervousPrices whether prices change at whatever step of a call
 * @param mortal whether processes die within their own code: in a listener, in the database, in the
 *     supplier of the agent key
 * @param crowded whether several people use one key at once
 * @param usual what most often goes wrong on the wire; null for nothing in particular
 */
record Habits(
    int mostCalls,
    boolean callsBack,
    boolean nervousPrices,
    boolean mortal,
    boolean crowded,
    Fault usual) {
  /** Names dice of their own, so that the other worlds are what they were. */
  private static final long THING = -4711;

  static Habits of(long seed) {
    Dice dice = Dice.of(seed, THING);
    Habits drawn =
        new Habits(
            dice.percent(15) ? 1 + dice.below(4) : 4096,
            dice.percent(20),
            dice.percent(10),
            dice.percent(15),
            dice.percent(20),
            dice.percent(30) ? dice.pick(Network.ATTEMPT_FAULTS) : null);
    // What one call of a key was charged, while others use it and its price changes: by chance
    // these hardly ever meet.
    return dice.percent(12)
        ? new Habits(
            drawn.mostCalls, drawn.callsBack, true, drawn.mortal, true, Fault.ANSWER_GARBLED)
        : drawn;
  }
}
