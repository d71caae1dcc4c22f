package io.freightsdk.simulation;

/**
 * A fault that somebody might build into the client: each is a switch of the simulation, at one of
 * the ports between it and the client's own code. A simulator that does not find them is blind.
 */
public enum Mutant {
  /** No mutant: the real code. */
  NONE,
  FORGETS_TO_SETTLE,
  TRUSTS_A_STRANGERS_REFUSAL,
  STARTS_THE_TIMER_IN_THE_QUEUE,
  COMPLETES_ON_THE_TIMER,
  /** A price that rises is never reserved. */
  KEEPS_THE_FIRST_PRICE,
  CALLS_A_SENT_REQUEST_UNSENT,
  MAKES_A_KEY_PER_ATTEMPT,
  SENDS_A_READ_TWICE,
  BELIEVES_ANOTHER_LOADS_ANSWER,
  NEVER_ENDS_DEAD_HOLDS,
  /** Every other slot of a window counts nothing. */
  FORGETS_HALF_A_WINDOW,
  COUNTS_A_KEY_WHERE_IT_CAME_FROM,
  SHARES_NO_READS,
  TAKES_UNKNOWN_FOR_FREE,
  LOSES_CALLS_AT_CLOSE,
  FORGETS_THE_AGE_OF_KEYS,
  REPEATS_PAID_READS,
  TELLS_A_REPLAY_AS_A_CHARGE,
  /** A place on the wire is given back some time after its answer. */
  GIVES_PLACES_BACK_LATE,
  /** The client's own reads are refused while it is full of calls that wait for them. */
  COUNTS_ITS_OWN_READS,
  /** What guards HTTP/1.1 against answers of others throws answers of HTTP/2 away. */
  GUARDS_HTTP2,
  /** Code of a killed process still reaches the world. */
  THE_DEAD_GO_ON,
  /** Code of the client waits by the clock of the machine. */
  WAITS_OUTSIDE
}
