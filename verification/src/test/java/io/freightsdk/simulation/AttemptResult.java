package io.freightsdk.simulation;

import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.simulation.SimulatedService.ServiceResponse;

/** How an attempt ended, as far as its client can know; told apart here without its help. */
enum AttemptResult {
  /** The service has not got it. */
  NEVER_SENT,
  /** The service says that it has done nothing: 429, or billing is down. */
  NOT_PROCESSED,
  /** No answer, or one that says nothing of what the service did. */
  LOST,
  /** The balance does not cover it. */
  FUNDS,
  /** The service refuses it. */
  REFUSED,
  /** Something other than the service has answered. */
  NOT_THE_SERVICE,
  /** An answer of success that cannot be read whole. */
  UNREADABLE,
  /** The service has found the load of an earlier order, and takes nothing. */
  FOUND,
  SUCCESS;

  /** Whether it is certain that the service took nothing. */
  boolean isSurelyFree() {
    return switch (this) {
      case NEVER_SENT, NOT_PROCESSED, FUNDS, REFUSED, FOUND -> true;
      case LOST, NOT_THE_SERVICE, UNREADABLE, SUCCESS -> false;
    };
  }

  boolean isSuccess() {
    return this == FOUND || this == SUCCESS;
  }

  /** An answer of the service itself, whole. */
  static AttemptResult of(ServiceResponse answered) {
    int status = answered.status();
    if (status < 300) return answered.belongsToAnEarlierOrder() ? FOUND : SUCCESS;
    if (status == 402) return FUNDS;
    if (status == 429 || status == 503) return NOT_PROCESSED;
    return status >= 500 ? LOST : REFUSED;
  }

  /** The same, cut off: an error that is not whole may be anybody's. */
  static AttemptResult ofAPart(ServiceResponse answered) {
    int status = answered.status();
    if (status < 300) return UNREADABLE;
    if (status == 429) return NOT_PROCESSED;
    return status >= 500 ? LOST : NOT_THE_SERVICE;
  }

  /**
   * Whether the client may send the same once more by itself.
   *
   * @param readsToo whether its user lets it repeat a read that may have been charged
   */
  boolean mayBeRepeated(RepeatCost repeat, boolean readsToo) {
    return switch (this) {
      case NEVER_SENT, NOT_PROCESSED -> true;
      case LOST -> repeat != RepeatCost.PAID_READ || readsToo;
      case UNREADABLE -> repeat == RepeatCost.ONCE_PER_KEY;
      case FUNDS, REFUSED, NOT_THE_SERVICE, FOUND, SUCCESS -> false;
    };
  }

  /** Whether it may be sent once more after a top-up. */
  boolean isWorthATopUp(RepeatCost repeat) {
    boolean isPaid = repeat == RepeatCost.ONCE_PER_KEY || repeat == RepeatCost.PAID_READ;
    return this == FUNDS && isPaid;
  }
}
