package io.freightsdk.simulation;

/**
 * One thing that somebody does in a world, at its time. What is thrown for it comes from its own
 * dice, so that leaving one act out changes nothing about the others.
 *
 * @param at nanoseconds since the world began
 * @param process whom it is about
 * @param what a number whose meaning depends on the kind: a customer's order, a load, a run
 */
record Action(Kind kind, long at, int process, int what, long dice) {
  /** What is done. */
  enum Kind {
    /** A customer wants one load, and follows {@code nextStep()} until it is there. */
    ORDER(24),
    /** A user creates a load under a key that others use too, in another run. */
    REPEAT_KEY(12),
    /** Users order one load under its customer's reference, in several processes. */
    REFERENCE(8),
    /** A user reads a position and pays for it. */
    READ(16),
    /** A user reads a position that may be a minute old. */
    SHARED_READ(16),
    CONFIRM(5),
    BALANCE(4),
    /** A user cancels a call. */
    CANCEL(8),
    /** A process is killed, and started again. */
    CRASH(4),
    /** A client is closed, and another one opened. */
    CLOSE(4),
    PRICE_CHANGE(5),
    /** The list of prices cannot be read for a while. */
    PRICES_AWAY(3),
    /** Billing is down for a while. */
    OUTAGE(3),
    TOP_UP(6),
    DATABASE_AWAY(5),
    /** The database takes its time for a while. */
    DATABASE_SLOW(2),
    /** Answers of the database get lost for a while. */
    COMMITS_UNANSWERED(5);

    final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    static final int WEIGHTS;

    static {
      int sum = 0;
      for (Kind kind : values()) sum += kind.weight;
      WEIGHTS = sum;
    }

    static Kind drawn(Dice dice) {
      int left = dice.below(WEIGHTS);
      for (Kind kind : values()) {
        left -= kind.weight;
        if (left < 0) return kind;
      }
      throw new AssertionError();
    }
  }
}
