package io.freightsdk.simulation;

/**
 * One action of a customer or operator. It has its own random sequence, so the removal of one
 * action does not change the others.
 *
 * @param at nanoseconds since the start of the world
 * @param process number of the process that it concerns
 * @param subject a number whose meaning depends on the kind: an order, a load or a scope
 */
record Action(Kind kind, long at, int process, int subject, long randomSeed) {
  /** The kind of an action, with its weight among all. */
  enum Kind {
    /** A customer creates a load, and follows {@code nextStep()} until it is created. */
    ORDER(24),
    /** A user creates a load under a key that others use, too, in another scope. */
    REPEAT_KEY(12),
    /** Users create one load under its {@code customerRef}, in several processes. */
    REFERENCE(8),
    /** A user reads a position without {@code maxAge}. */
    READ(16),
    /** Users read a position with a {@code maxAge} of one minute. */
    SHARED_READ(16),
    CONFIRM(5),
    BALANCE(4),
    /** A user cancels a call. */
    CANCEL(8),
    /** A process is killed and restarted. */
    CRASH(4),
    /** A client is closed, and its process restarted. */
    CLOSE(4),
    PRICE_CHANGE(5),
    /** The price list is unavailable for a while. */
    PRICE_LIST_UNAVAILABLE(3),
    /** Billing is unavailable for a while. */
    BILLING_OUTAGE(3),
    TOP_UP(6),
    DATABASE_UNAVAILABLE(5),
    /** The database is slow for a while. */
    DATABASE_SLOW(2),
    /** Responses to commits are lost for a while. */
    COMMIT_RESPONSES_LOST(5);

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

    static Kind random(Dice dice) {
      int left = dice.below(WEIGHTS);
      for (Kind kind : values()) {
        left -= kind.weight;
        if (left < 0) return kind;
      }
      throw new AssertionError();
    }
  }
}
