package io.freightsdk.simulation;

/** A promise that was broken. */
public record Violation(Rule rule, String fact, Throwable thrown) {
  /** What the client promises. */
  public enum Rule {
    A_CALL_THAT_COST_NOTHING_MOVED_NO_MONEY,
    A_CHARGE_IS_WHAT_WAS_TAKEN,
    A_CHARGE_IS_TOLD_ONCE,
    NO_LIMIT_IS_PASSED,
    A_KEY_IS_DEBITED_ONCE,
    A_CALL_PAYS_ONCE,
    THE_BOOKS_AGREE_WITH_THE_SERVICE,
    WHAT_WAS_TOLD_IS_BOOKED,
    EVERY_CALL_ENDS,
    A_CALL_ENDS_ONCE,
    EVERY_HOLD_ENDS,
    A_RESERVATION_ENDS_ONCE,
    ONE_PAID_READ_PER_AGE,
    AN_ATTEMPT_HAS_ITS_WHOLE_TIME,
    NEXT_STEP_ENDS_WELL,
    A_WATCH_KEEPS_ITS_BUDGET,
    NO_CALLBACK_ON_THE_TIMER,
    A_PLACE_IS_HELD_FOR_A_REQUEST_ONLY,
    A_TOP_UP_HELPS_WHO_WAITS,
    A_CLOSE_ENDS_WHAT_WAITS,
    A_WHOLE_ANSWER_COUNTS,
    THE_DEAD_DO_NOTHING,
    NOTHING_WAITS_OUTSIDE,
    NOTHING_ESCAPES
  }

  @Override
  public String toString() {
    return rule + ": " + fact;
  }
}
