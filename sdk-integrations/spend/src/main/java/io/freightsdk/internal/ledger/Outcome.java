package io.freightsdk.internal.ledger;

import io.freightsdk.Charge;

/** What is known of a reservation or an entry. */
public enum Outcome {
  /** A call is on its way; after its expiry it may have been charged. */
  RESERVED,
  NONE,
  CHARGED,
  UNKNOWN;

  static Outcome of(Charge.Kind kind) {
    return switch (kind) {
      case NONE -> NONE;
      case CHARGED -> CHARGED;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
