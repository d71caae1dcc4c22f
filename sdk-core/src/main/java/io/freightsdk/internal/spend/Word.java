package io.freightsdk.internal.spend;

import io.freightsdk.Charge;

/** What a call says of its charge; of several words about one key the greatest counts. */
enum Word {
  NOT_CHARGED,
  UNKNOWN,
  CHARGED;

  static Word of(Charge.Kind outcome) {
    return switch (outcome) {
      case NONE -> NOT_CHARGED;
      case UNKNOWN -> UNKNOWN;
      case CHARGED -> CHARGED;
    };
  }

  Charge.Kind outcome() {
    return switch (this) {
      case NOT_CHARGED -> Charge.Kind.NONE;
      case UNKNOWN -> Charge.Kind.UNKNOWN;
      case CHARGED -> Charge.Kind.CHARGED;
    };
  }

  Word or(Word other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
