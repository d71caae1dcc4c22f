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
  CONNECT_REFUSED(Scope.ATTEMPT),
  /** The name of the service is looked up for ever, by all requests of the process at once. */
  NAMES_HANG(Scope.ATTEMPT),
  BROKEN_WHILE_WRITING(Scope.ATTEMPT_WITH_BODY),
  REQUEST_LOST(Scope.ATTEMPT),
  REQUEST_RESET(Scope.ATTEMPT),
  /** It arrives late, perhaps when nobody waits any more. */
  REQUEST_LATE(Scope.ATTEMPT),
  /** A proxy loses its connection and sends the request again: the service does it twice. */
  REQUEST_TWICE(Scope.CREATION_ATTEMPT),
  GATEWAY_REFUSES(Scope.ATTEMPT),
  GATEWAY_BUSY(Scope.ATTEMPT),
  /** 429, or 503 of the billing, with the time after which the client may come again. */
  ASKED_TO_WAIT(Scope.ATTEMPT),
  SERVICE_FAILS_BEFORE(Scope.ATTEMPT),
  // --- after the service has done it ---
  ANSWER_LOST(Scope.ATTEMPT),
  ANSWER_RESET(Scope.ATTEMPT),
  ANSWER_CUT(Scope.ATTEMPT),
  ANSWER_LATE(Scope.ATTEMPT),
  ANSWER_GARBLED(Scope.ATTEMPT),
  ANSWER_IS_A_PAGE(Scope.ATTEMPT),
  /** A gateway's word instead of the service's, which has done its work. */
  GATEWAY_FORBIDS(Scope.ATTEMPT),
  SERVICE_FAILS_AFTER(Scope.ATTEMPT),
  // --- the database of the books ---
  DATABASE_AWAY(Scope.PAID_CALL),
  COMMIT_UNANSWERED(Scope.PAID_CALL),
  DATABASE_SLOW(Scope.PAID_CALL);

  /** Where a fault can be met. */
  private enum Scope {
    ATTEMPT,
    ATTEMPT_WITH_BODY,
    CREATION_ATTEMPT,
    PAID_CALL
  }

  /** What is reserved in every world. */
  static final Set<Operation> PAID = EnumSet.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  private static final Set<Operation> WITH_BODY =
      EnumSet.of(Operation.CREATE_LOAD, Operation.CONFIRM_DELIVERY);

  private final Scope where;

  Fault(Scope where) {
    this.where = where;
  }

  boolean strikesAttempts() {
    return where != Scope.PAID_CALL;
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
