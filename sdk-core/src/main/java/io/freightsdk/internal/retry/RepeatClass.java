package io.freightsdk.internal.retry;

import io.freightsdk.model.Operation;

/** What sending an operation a second time can cost: the columns of {@link RetryTable}. */
public enum RepeatClass {
  /** {@code createLoad}: its {@code Idempotency-Key} makes any number of attempts one load. */
  KEYED,
  /** {@code getLoadPosition} and its catalog twin: every answered read is charged. */
  PAID_READ,
  /** Free reads: repeating costs nothing. */
  FREE_READ,
  /** {@code confirmDelivery}: free, and idempotent at the service. */
  CONFIRMATION,
  /** Moves money or creates a load with no published promise against doing it twice. */
  UNREPEATABLE;

  /** The class of an operation. */
  public static RepeatClass of(Operation operation) {
    return switch (operation) {
      case CREATE_LOAD -> KEYED;
      case GET_LOAD_POSITION, GET_TRACKED_LOAD_POSITION -> PAID_READ;
      case GET_PRICING, GET_BALANCE, GET_SERVICE_CATALOG -> FREE_READ;
      case CONFIRM_DELIVERY, UPDATE_LOAD_STATUS -> CONFIRMATION;
      case CREATE_TRACKED_LOAD, TOP_UP_BY_CARD -> UNREPEATABLE;
    };
  }
}
