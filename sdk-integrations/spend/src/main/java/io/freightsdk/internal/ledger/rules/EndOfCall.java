package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;

/**
 * What the caller of a call that has ended is told. NONE and CHARGED are certain.
 *
 * <pre>
 * the call says:  NONE   CHARGED   UNKNOWN    and the ledger knows
 *                 NONE   CHARGED   UNKNOWN    nothing more
 *                 NONE   NONE      NONE       that its key was charged before
 *                 NONE   NONE      NONE       that its key bought the load of the answer before
 *                 NONE   CHARGED*  UNKNOWN*   that its key bought another load
 *                 NONE   UNKNOWN   UNKNOWN    not yet, because its end is not stored
 *
 * * as an entry of its own
 * </pre>
 */
public enum EndOfCall {
  NOTHING_MORE,
  KEY_CHARGED_BEFORE,
  LOAD_BOUGHT_BEFORE,
  ANOTHER_LOAD,
  NOT_STORED;

  /** What is told, after what the call itself says. */
  public Charge.Kind told(Charge.Kind said) {
    if (said == Charge.Kind.NONE) return said;
    return switch (this) {
      case NOTHING_MORE, ANOTHER_LOAD -> said;
      case KEY_CHARGED_BEFORE, LOAD_BOUGHT_BEFORE -> Charge.Kind.NONE;
      case NOT_STORED -> Charge.Kind.UNKNOWN;
    };
  }
}
