package io.freightsdk.simulation;

/**
 * A fault that somebody might build into the client: each is a switch of the simulation, at one of
 * the ports between it and the client's own code. A simulator that does not find them is blind.
 */
public enum Mutant {
  /** No mutant: the real code. */
  NONE,
  FORGETS_TO_SETTLE,
  COUNTS_BY_THE_CLIENTS_CLOCK,
  TRUSTS_A_STRANGERS_REFUSAL,
  STARTS_THE_TIMER_IN_THE_QUEUE,
  COMPLETES_ON_THE_TIMER,
  SKIPS_REPRICING,
  CALLS_A_SENT_REQUEST_UNSENT,
  MAKES_A_KEY_PER_ATTEMPT,
  SENDS_A_READ_TWICE,
  BELIEVES_ANOTHER_LOADS_ANSWER,
  RESERVES_AGAIN_AFTER_A_LOST_COMMIT,
  NEVER_ENDS_DEAD_HOLDS,
  FORGETS_HALF_A_WINDOW,
  COUNTS_A_KEY_WHERE_IT_CAME_FROM,
  BELIEVES_A_PRICE_FOR_EVER,
  SHARES_NO_READS,
  FORGETS_WHAT_THE_STORE_REFUSED,
  TAKES_UNKNOWN_FOR_FREE,
  LOSES_CALLS_AT_CLOSE,
  FORGETS_THE_AGE_OF_KEYS,
  REPEATS_PAID_READS,
  GIVES_MONEY_BACK_BEFORE_THE_ANSWER,
  TELLS_A_REPLAY_AS_A_CHARGE,
  /** Books in memory take a key of the caller for one that no process before has used. */
  TAKES_EVERY_KEY_FOR_NEW,
  /** A place on the wire is given back some time after its answer. */
  GIVES_PLACES_BACK_LATE,
  /** The client's own reads are refused while it is full of calls that wait for them. */
  COUNTS_ITS_OWN_READS,
  /** What guards HTTP/1.1 against answers of others throws answers of HTTP/2 away. */
  GUARDS_HTTP2,
  /** Code of a killed process still reaches the world. */
  THE_DEAD_GO_ON,
  /** A row that is not what was written is read as far as it goes. */
  READS_DAMAGED_ROWS,
  /** Code of the client waits by the clock of the machine. */
  WAITS_OUTSIDE
}
