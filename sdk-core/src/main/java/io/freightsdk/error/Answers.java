package io.freightsdk.error;

/** The phrases that messages of API exceptions share. */
final class Answers {
  private Answers() {}

  /** The refusal by status and code. The error text stays out: it may quote the request. */
  static String refused(ApiAnswer answer) {
    return "refused with " + answer;
  }

  /** How to go on after an answer that leaves the charge open, or one that passes with time. */
  static String goOn(FailureFacts facts) {
    return money(facts) + advice(facts);
  }

  /** What all attempts of the call did to the balance. */
  static String money(FailureFacts facts) {
    return switch (facts.charge().kind()) {
      case NONE -> "nothing was charged";
      case EXACT -> facts.charge() + " was charged";
      case UNKNOWN -> "it may have been charged";
    };
  }

  private static String advice(FailureFacts facts) {
    return switch (facts.nextStep()) {
      case RETRY_WITH_SAME_KEY -> ", repeat with the same idempotency key";
      case RETRY_LATER -> ", repeat later";
      case FIX_REQUEST -> ", fix the request";
      case FIX_KEY -> ", check the agent key";
      case TOP_UP -> ", top up the balance";
      case WAIT_FOR_DRIVER -> ", wait for the driver";
      case NONE ->
          switch (facts.charge().kind()) {
            case NONE -> "";
            case EXACT -> ", a repetition is charged again";
            case UNKNOWN -> ", compare the balance before repeating";
          };
    };
  }
}
