package io.freightsdk.simulation;

import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.simulation.SimulatedService.ServiceResponse;

/** The result of an attempt, as far as its client can know. Computed without the client's code. */
enum AttemptResult {
  /** The service did not get the request. */
  NEVER_SENT,
  /** The service did nothing: 429, or billing is unavailable. */
  NOT_PROCESSED,
  /** No response, or a response that does not show whether the service processed the request. */
  LOST,
  /** The balance does not cover the price. */
  INSUFFICIENT_FUNDS,
  /** The service refused it. */
  REFUSED,
  /** Another server responded. */
  NOT_THE_SERVICE,
  /** A success whose body is incomplete. */
  UNREADABLE,
  /** The service returned the load of an earlier order, free of charge. */
  DEDUPLICATED,
  SUCCESS;

  /** Whether it is certain that the service charged nothing. */
  boolean isCertainlyFree() {
    return switch (this) {
      case NEVER_SENT, NOT_PROCESSED, INSUFFICIENT_FUNDS, REFUSED, DEDUPLICATED -> true;
      case LOST, NOT_THE_SERVICE, UNREADABLE, SUCCESS -> false;
    };
  }

  boolean isSuccess() {
    return this == DEDUPLICATED || this == SUCCESS;
  }

  /** The result for a complete response of the service itself. */
  static AttemptResult of(ServiceResponse response) {
    int status = response.status();
    if (status < 300) return response.isDeduplicated() ? DEDUPLICATED : SUCCESS;
    if (status == 402) return INSUFFICIENT_FUNDS;
    if (status == 429 || status == 503) return NOT_PROCESSED;
    return status >= 500 ? LOST : REFUSED;
  }

  /** The result for an incomplete response. An incomplete error may be from any server. */
  static AttemptResult ofIncomplete(ServiceResponse response) {
    int status = response.status();
    if (status < 300) return UNREADABLE;
    if (status == 429) return NOT_PROCESSED;
    return status >= 500 ? LOST : NOT_THE_SERVICE;
  }

  /**
   * Whether the client may repeat the request automatically.
   *
   * @param retriesUnknownReads whether it may repeat a read that may have been charged
   */
  boolean mayBeRepeated(RepeatCost repeat, boolean retriesUnknownReads) {
    return switch (this) {
      case NEVER_SENT, NOT_PROCESSED -> true;
      case LOST -> repeat != RepeatCost.PAID_READ || retriesUnknownReads;
      case UNREADABLE -> repeat == RepeatCost.ONCE_PER_KEY;
      case INSUFFICIENT_FUNDS, REFUSED, NOT_THE_SERVICE, DEDUPLICATED, SUCCESS -> false;
    };
  }

  /** Whether the client may repeat the request after a top-up. */
  boolean mayBeRepeatedAfterTopUp(RepeatCost repeat) {
    boolean isPaid = repeat == RepeatCost.ONCE_PER_KEY || repeat == RepeatCost.PAID_READ;
    return this == INSUFFICIENT_FUNDS && isPaid;
  }
}
