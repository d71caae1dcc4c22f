package io.freightsdk.internal.ledger.rules;

import io.freightsdk.Charge;

/** What is known of the charge of a reservation or an entry. */
public enum ChargeState {
  /** A call is on its way; unknown if it has not ended a minute after its deadline. */
  RESERVED,
  NONE,
  CHARGED,
  UNKNOWN;

  static ChargeState of(Charge.Kind kind) {
    return switch (kind) {
      case NONE -> NONE;
      case CHARGED -> CHARGED;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** What a call that has ended said. */
  Charge.Kind said() {
    return Charge.Kind.valueOf(name());
  }
}
