package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import java.util.EnumSet;
import java.util.Set;

/**
 * What can go wrong on the wire and in the database. To add one: name it here, and let {@link
 * Network} or {@link SimulatedDatabase} make it.
 */
enum Fault {
  // --- an attempt, before the service has it ---
  CONNECT_REFUSED(Where.ATTEMPT),
  /** The name of the service is looked up for ever, by all requests of the process at once. */
  NAMES_HANG(Where.ATTEMPT),
  BROKEN_WHILE_WRITING(Where.ATTEMPT_WITH_BODY),
  REQUEST_LOST(Where.ATTEMPT),
  REQUEST_RESET(Where.ATTEMPT),
  /** It arrives late, perhaps when nobody waits any more. */
  REQUEST_LATE(Where.ATTEMPT),
  /** A proxy loses its connection and sends the request again: the service does it twice. */
  REQUEST_TWICE(Where.CREATION_ATTEMPT),
  GATEWAY_REFUSES(Where.ATTEMPT),
  GATEWAY_BUSY(Where.ATTEMPT),
  /** 429, or 503 of the billing, with the time after which the client may come again. */
  ASKED_TO_WAIT(Where.ATTEMPT),
  SERVICE_FAILS_BEFORE(Where.ATTEMPT),
  // --- after the service has done it ---
  ANSWER_LOST(Where.ATTEMPT),
  ANSWER_RESET(Where.ATTEMPT),
  ANSWER_CUT(Where.ATTEMPT),
  ANSWER_LATE(Where.ATTEMPT),
  ANSWER_GARBLED(Where.ATTEMPT),
  ANSWER_IS_A_PAGE(Where.ATTEMPT),
  /** A gateway's word instead of the service's, which has done its work. */
  GATEWAY_FORBIDS(Where.ATTEMPT),
  SERVICE_FAILS_AFTER(Where.ATTEMPT),
  // --- the database of the books ---
  DATABASE_AWAY(Where.PAID_CALL),
  COMMIT_UNANSWERED(Where.PAID_CALL),
  DATABASE_SLOW(Where.PAID_CALL);

  /** Where a fault can be met. */
  private enum Where {
    ATTEMPT,
    ATTEMPT_WITH_BODY,
    CREATION_ATTEMPT,
    PAID_CALL
  }

  /** What is reserved in every world. */
  static final Set<Operation> PAID = EnumSet.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  private static final Set<Operation> WITH_BODY =
      EnumSet.of(Operation.CREATE_LOAD, Operation.CONFIRM_DELIVERY);

  private final Where where;

  Fault(Where where) {
    this.where = where;
  }

  boolean strikesAttempts() {
    return where != Where.PAID_CALL;
  }

  /** Whether an attempt of the operation can meet it. */
  boolean fits(Operation operation) {
    return switch (where) {
      case ATTEMPT -> true;
      case ATTEMPT_WITH_BODY -> WITH_BODY.contains(operation);
      case CREATION_ATTEMPT -> operation == Operation.CREATE_LOAD;
      case PAID_CALL -> PAID.contains(operation);
    };
  }
}
