package io.freightsdk.error;

import io.freightsdk.Charge;

/** The phrases that messages of API exceptions share. */
final class Answers {
  private Answers() {}

  /** The refusal by status and code. The error text stays out: it may quote the request. */
  static String refused(ApiAnswer answer) {
    return "refused with " + answer;
  }

  /** How to go on after an answer that leaves the charge open, or one that passes with time. */
  static String goOn(FailureFacts facts) {
    String money =
        switch (facts.charge().kind()) {
          case NONE -> "nothing was charged, ";
          case EXACT -> "charged " + facts.charge() + ", ";
          case UNKNOWN -> "it may have been charged, ";
        };
    return switch (facts.nextStep()) {
      case RETRY_WITH_SAME_KEY -> money + "repeat with the same idempotency key";
      case RETRY_LATER -> money + "repeat later";
      case FIX_REQUEST -> money + "mend the request";
      case FIX_KEY -> money + "check the agent key";
      case TOP_UP -> money + "top up the balance";
      case WAIT_FOR_DRIVER -> money + "wait for the driver";
      case NONE ->
          facts.charge().kind() == Charge.Kind.UNKNOWN
              ? money + "compare the balance before repeating"
              : money + "do not repeat it";
    };
  }
}
