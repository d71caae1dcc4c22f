package io.freightsdk.internal.spend;

/** What became of a reservation. Never changes again, except that a later one replaces EXPIRED. */
public enum State {
  /** Its call is on its way. */
  PENDING,
  /** Surely nothing was charged. */
  VOID,
  /** Its call never came back: it may have been charged. */
  EXPIRED,
  /** It may have been charged. */
  UNKNOWN,
  /** An answer says that it was charged. */
  CHARGED
}
